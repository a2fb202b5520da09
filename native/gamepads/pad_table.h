#pragma once

#include <functional>
#include <map>

#include "gamepads/button_state.h"
#include "input/held_keys.h"

namespace guildhall {

// The pads that are listened to, by numbers of the caller's, and what they hold down together.
class PadTable {
 public:
  using OnButton = std::function<void(int button, bool down)>;

  explicit PadTable(OnButton on_button) : on_button_(std::move(on_button)) {}

  // `state`: as the pad is when it is met; what it holds then is not told.
  void Add(int pad, ButtonState state);

  // The state of a pad, to be brought up to date and then reported; null if there is no such pad.
  ButtonState* Find(int pad);

  // Tells what has changed on a pad since it was last reported.
  void Report(int pad);

  // Lets go of what it holds.
  void Remove(int pad);

 private:
  const OnButton on_button_;
  std::map<int, ButtonState> pads_;
  HeldKeys held_;
};

}  // namespace guildhall
