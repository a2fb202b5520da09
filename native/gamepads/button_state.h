#pragma once

#include <array>
#include <vector>

#include "gamepads/mapping.h"
#include "gamepads/standard_layout.h"

namespace guildhall {

struct ButtonChange {
  // Index in the standard layout.
  int button;
  bool down;

  bool operator==(const ButtonChange& other) const { return button == other.button && down == other.down; }
};

// Which buttons of the standard layout one pad holds down, from its raw controls.
//
// An axis that stands for a button has two thresholds, so that a finger that rests between them or a noisy
// sensor does not make a row of presses. A trigger is down from a quarter of its way on, and up again below
// 0.15 of it; a stick that stands for a D-pad from half of its way on, and up below 0.35.
class ButtonState {
 public:
  explicit ButtonState(Mapping mapping);

  const Mapping& mapping() const { return mapping_; }

  // Each tells what one control is at now; controls that no button has are passed over.
  void SetButton(int index, bool down);
  // `position`: 0 for the least value that the axis can have, 1 for the greatest.
  void SetAxis(int index, double position);
  // `directions`: HatDirections or-ed.
  void SetHat(int index, int directions);

  // What went up or down since the last call; first all that went up.
  std::vector<ButtonChange> TakeChanges();

 private:
  template <typename IsDown>
  void Set(Source::Kind kind, int index, IsDown is_down);

  const Mapping mapping_;
  // Of each binding, whether it is down.
  std::vector<bool> down_;
  // Of each button, whether it was down when changes were last taken.
  std::array<bool, kStandardButtonCount> held_{};
};

}  // namespace guildhall
