#pragma once

#include <optional>

#include "gamepads/xinput_controls.h"

namespace guildhall {

// XInput, in whichever version this Windows has. It serves Xbox pads and those that pretend to be one.
class XInput {
 public:
  static constexpr int kSlots = 4;

  XInput();

  // Whether there is any version of it.
  bool available() const { return get_state_ != nullptr; }

  // What the pad in a slot is at; nothing if none is plugged in. Slow for an empty slot: milliseconds.
  std::optional<XInputControls> Read(int slot) const;

 private:
  struct State;
  using GetState = unsigned long(__stdcall*)(unsigned long slot, State* state);

  GetState get_state_ = nullptr;
};

}  // namespace guildhall
