#pragma once

#include <optional>

#include "gamepads/xinput_controls.h"

namespace guildhall {

// XInput, in the version that is installed. It supports Xbox pads and devices that emulate them.
class XInput {
 public:
  static constexpr int kSlots = 4;

  XInput();

  // Whether any version is installed.
  bool available() const { return get_state_ != nullptr; }

  // The state of the pad in a slot; none if no pad is connected. Slow for an empty slot: milliseconds.
  std::optional<XInputControls> Read(int slot) const;

 private:
  struct State;
  using GetState = unsigned long(__stdcall*)(unsigned long slot, State* state);

  GetState get_state_ = nullptr;
};

}  // namespace guildhall
