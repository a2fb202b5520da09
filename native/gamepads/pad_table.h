#pragma once

#include <functional>
#include <map>

#include "gamepads/button_state.h"
#include "input/held_keys.h"

namespace guildhall {

// The connected pads, by numbers that the caller assigns, and their combined pressed buttons.
class PadTable {
 public:
  using OnButton = std::function<void(int button, bool down)>;

  explicit PadTable(OnButton on_button) : on_button_(std::move(on_button)) {}

  // `state`: the initial state of the pad; buttons that are down in it are not reported.
  void Add(int pad, ButtonState state);

  // The state of a pad, to be updated and then reported; null if there is no such pad.
  ButtonState* Find(int pad);

  // Reports what has changed on a pad since the last report.
  void Report(int pad);

  // Removes a pad and releases its buttons.
  void Remove(int pad);

 private:
  const OnButton on_button_;
  std::map<int, ButtonState> pads_;
  HeldKeys held_;
};

}  // namespace guildhall
