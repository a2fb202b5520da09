#pragma once

#include <string>

#include "gamepads/evdev_controls.h"
#include "gamepads/mapping.h"

namespace guildhall {

// What a driver of the kernel means by BTN_NORTH and BTN_WEST.
enum class FaceCodes {
  kByPlace,  // as the kernel's document on gamepads says
  kByLabel,  // as their other names say: BTN_X is the button with an X on it, on the left, BTN_Y that with a
             // Y on top
};

// Whose devices give the face buttons by label: those of the driver xpad, and of Microsoft and Valve over any
// driver.
//
// `driver`: the kernel's driver of the device, e.g. "xpad"; empty if it has none.
FaceCodes FaceCodesOf(int vendor, const std::string& driver);

// Whether a device keeps to the kernel's document on gamepads. A joystick, and a pad whose buttons are only
// numbered, do not: their codes do not tell where a button is.
bool KeepsToGamepadCodes(const KeyBits& keys);

// The buttons of a gamepad by the kernel's codes.
Mapping MapByCodes(const EvdevControls& controls, FaceCodes face_codes);

}  // namespace guildhall
