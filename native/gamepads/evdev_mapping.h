#pragma once

#include <string>

#include "gamepads/evdev_controls.h"
#include "gamepads/mapping/mapping.h"

namespace guildhall {

// What a kernel driver means by BTN_NORTH and BTN_WEST.
enum class FaceCodes {
  kByPlace,  // positions, as in the kernel's document on gamepads
  kByLabel,  // labels, as in their other names: BTN_X is the button labeled X, on the left, BTN_Y the one
             // labeled Y, at the top
};

// The devices whose face button codes are labels: those of the driver xpad, and of Microsoft and Valve over
// any driver.
//
// `driver`: the kernel's driver of the device, e.g. "xpad"; empty if it has none.
FaceCodes FaceCodesOf(int vendor, const std::string& driver);

// Whether a device follows the kernel's document on gamepads. A joystick, and a pad whose buttons are only
// numbered, do not: their codes do not describe positions.
bool KeepsToGamepadCodes(const KeyBits& keys);

// The buttons of a gamepad by the kernel's codes.
Mapping MapByCodes(const EvdevControls& controls, FaceCodes face_codes);

}  // namespace guildhall
