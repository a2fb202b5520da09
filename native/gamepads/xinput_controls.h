#pragma once

#include <cstdint>

#include "gamepads/button_state.h"

namespace guildhall {

// What XInput tells of a pad: XINPUT_GAMEPAD without its sticks. Bit 0x400 of the buttons is the guide
// button.
struct XInputControls {
  std::uint16_t buttons;
  // 0 to 255.
  std::uint8_t left_trigger;
  std::uint8_t right_trigger;
};

// The layout of every pad that XInput serves, by the controls that `SetXInput` sets.
Mapping XInputMapping();

// Brings what XInput tells into the pad's state: buttons, axes and hat as SDL's mapping "xinput" counts them.
void SetXInput(ButtonState& state, const XInputControls& controls);

}  // namespace guildhall
