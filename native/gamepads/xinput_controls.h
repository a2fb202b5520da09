#pragma once

#include <cstdint>

#include "gamepads/button_state.h"

namespace guildhall {

// The state of an XInput pad: XINPUT_GAMEPAD without its sticks. Bit 0x400 of the buttons is the guide
// button.
struct XInputControls {
  std::uint16_t buttons;
  // 0 to 255.
  std::uint8_t left_trigger;
  std::uint8_t right_trigger;
};

// The layout of all XInput pads, by the controls that `SetXInput` sets.
Mapping XInputMapping();

// Updates the pad's state with an XInput state: buttons, axes and hat are numbered as in SDL's mapping
// "xinput".
void SetXInput(ButtonState& state, const XInputControls& controls);

}  // namespace guildhall
