#pragma once

#include <array>
#include <vector>

#include "gamepads/mapping/mapping.h"
#include "gamepads/mapping/standard_layout.h"

namespace guildhall {

struct ButtonChange {
  // Index in the standard layout.
  int button;
  bool down;

  bool operator==(const ButtonChange& other) const { return button == other.button && down == other.down; }
};

// The pressed buttons of the standard layout on one pad, computed from its raw controls.
//
// An axis that is mapped to a button has two thresholds, so that a finger that rests between them or a noisy
// sensor does not cause repeated presses. A trigger is pressed from 0.25 of its range and released below
// 0.15; a stick that is mapped to a D-pad from 0.5 and released below 0.35.
class ButtonState {
 public:
  explicit ButtonState(Mapping mapping);

  const Mapping& mapping() const { return mapping_; }

  // Each sets the current value of one control; controls without a button are ignored.
  void SetButton(int index, bool down);
  // `position`: 0 for the minimum of the axis, 1 for the maximum.
  void SetAxis(int index, double position);
  // `directions`: HatDirections, combined with bitwise or.
  void SetHat(int index, int directions);

  // The buttons that changed since the last call; pressed ones first.
  std::vector<ButtonChange> TakeChanges();

 private:
  template <typename IsDown>
  void Set(Source::Kind kind, int index, IsDown is_down);

  const Mapping mapping_;
  // For each binding, whether it is pressed.
  std::vector<bool> down_;
  // For each button, whether it was pressed at the last call.
  std::array<bool, kStandardButtonCount> held_{};
};

}  // namespace guildhall
