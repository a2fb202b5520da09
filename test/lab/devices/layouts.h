#pragma once

#include <linux/input.h>

#include <initializer_list>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "input_device.h"

namespace lab {

/** The numbers of some ranges, both ends included. */
inline std::vector<int> ranges(std::initializer_list<std::pair<int, int>> all) {
  std::vector<int> codes;
  for (const auto& [first, last] : all) {
    for (int code = first; code <= last; code += 1) codes.push_back(code);
  }
  return codes;
}

/** The input devices that can be plugged in, by the verb that does so. */
inline const std::map<std::string, InputLayout>& layouts() {
  static const std::map<std::string, InputLayout> all = {
      {"keyboard", {{BUS_USB, 0x1209, 0x0001, 1}, ranges({{KEY_ESC, KEY_MICMUTE}}), {}, {}}},
      {"mouse",
       {{BUS_USB, 0x1209, 0x0003, 1},
        ranges({{BTN_LEFT, BTN_TASK}}),
        {REL_X, REL_Y, REL_WHEEL, REL_HWHEEL},
        {}}},
      // As the kernel's own driver shows a pad of Xbox's kind: triggers and D-pad are axes.
      {"gamepad",
       {{BUS_USB, 0x045E, 0x028E, 0x0114},
        {BTN_SOUTH, BTN_EAST, BTN_NORTH, BTN_WEST, BTN_TL, BTN_TR, BTN_SELECT, BTN_START, BTN_MODE,
         BTN_THUMBL, BTN_THUMBR},
        {},
        {{ABS_X, -32768, 32767, 128, 0},
         {ABS_Y, -32768, 32767, 128, 0},
         {ABS_RX, -32768, 32767, 128, 0},
         {ABS_RY, -32768, 32767, 128, 0},
         {ABS_Z, 0, 255, 0, 0},
         {ABS_RZ, 0, 255, 0, 0},
         {ABS_HAT0X, -1, 1, 0, 0},
         {ABS_HAT0Y, -1, 1, 0, 0}}}},
      // As generic pads come: a joystick's buttons, numbered; the D-pad is buttons too.
      {"joystick",
       {{BUS_USB, 0x1209, 0x0004, 0x0110},
        ranges({{BTN_TRIGGER, BTN_BASE6}, {BTN_DPAD_UP, BTN_DPAD_RIGHT}}),
        {},
        {{ABS_X, 0, 255, 15, 128}, {ABS_Y, 0, 255, 15, 128}}}},
      // No stick, and only buttons that a joystick has beyond the sixteenth.
      {"throttle",
       {{BUS_USB, 0x1209, 0x0005, 0x0110},
        {BTN_TRIGGER_HAPPY1, BTN_TRIGGER_HAPPY2},
        {},
        {{ABS_THROTTLE, 0, 255, 0, 0}}}},
  };
  return all;
}

}  // namespace lab
