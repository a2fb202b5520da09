#pragma once

#include <climits>
#include <string>

#include "evdev/input_event.h"

namespace guildhall {

// The events that a device can send.
struct Capabilities {
  KeyBits keys;
  AxisBits axes;
};

// The kinds of a device. A receiver for a keyboard and a mouse is both; most devices (a lid switch, a motion
// sensor) are neither.
struct DeviceKinds {
  bool keyboard = false;
  bool mouse = false;
  bool gamepad = false;

  bool Meets(const DeviceKinds& other) const {
    return (keyboard && other.keyboard) || (mouse && other.mouse) || (gamepad && other.gamepad);
  }
};

// Determines the kinds. A device with any keyboard key is a keyboard: also a foot pedal, a headset with
// volume buttons, a block of macro keys. A device with a left button is a mouse: also a touchpad. A gamepad
// or a joystick with a stick is nothing else; other game controllers (button boxes, throttles, pedals) count
// as gamepads and can also be keyboards.
DeviceKinds KindsOf(const Capabilities& capabilities);

// Parses a bit set in the format of sysfs: hexadecimal words of the kernel's `long`, the highest first, e.g.
// "3803078f800d001 feffffdfffefffff fffffffffffffffe". Bits beyond the set and invalid texts are ignored.
template <size_t Size>
std::bitset<Size> ParseBits(const std::string& text, size_t word_bits = sizeof(long) * CHAR_BIT) {
  std::bitset<Size> bits;
  size_t word = 0;
  size_t bit = 0;
  for (size_t index = text.size(); index-- > 0;) {
    const char digit = text[index];
    int value = -1;
    if (digit >= '0' && digit <= '9') value = digit - '0';
    if (digit >= 'a' && digit <= 'f') value = digit - 'a' + 10;
    if (value < 0) {
      // A word ends here; leading zeros of the next lower one are not written.
      if (digit == ' ' && bit > 0) {
        ++word;
        bit = 0;
      }
      continue;
    }
    for (int shift = 0; shift < 4; ++shift, ++bit) {
      const size_t position = word * word_bits + bit;
      if ((value >> shift & 1) != 0 && bit < word_bits && position < Size) bits.set(position);
    }
  }
  return bits;
}

}  // namespace guildhall
