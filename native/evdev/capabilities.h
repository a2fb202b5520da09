#pragma once

#include <climits>
#include <string>

#include "evdev/input_event.h"

namespace guildhall {

// What a device can send.
struct Capabilities {
  KeyBits keys;
  AxisBits axes;
};

// Which kinds of device one is. A receiver for a keyboard and a mouse is both; most things (a lid switch, a
// motion sensor) are none.
struct DeviceKinds {
  bool keyboard = false;
  bool mouse = false;
  bool gamepad = false;

  bool Meets(const DeviceKinds& other) const {
    return (keyboard && other.keyboard) || (mouse && other.mouse) || (gamepad && other.gamepad);
  }
};

// Tells the kinds. Any key of a keyboard makes one: a foot pedal, a headset's volume buttons, a block of
// macro keys. A left button makes a mouse: also a touchpad. A gamepad or a joystick with a stick is nothing
// else; other game controls (button boxes, throttles, pedals) count as gamepads and can be keyboards too.
DeviceKinds KindsOf(const Capabilities& capabilities);

// Reads a bit set as sysfs writes it: hexadecimal words of the kernel's `long`, the highest first, e.g.
// "3803078f800d001 feffffdfffefffff fffffffffffffffe". Bits beyond the set, and a text that is no such set,
// are left out.
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
      // A word ends here; leading zeroes of the one below are not written.
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
