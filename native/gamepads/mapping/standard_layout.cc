#include "gamepads/mapping/standard_layout.h"

#include <array>

namespace guildhall {
namespace {

// In the order of StandardButton.
constexpr std::array<std::string_view, kStandardButtonCount> kSdlNames = {
    "a",
    "b",
    "x",
    "y",
    "leftshoulder",
    "rightshoulder",
    "lefttrigger",
    "righttrigger",
    "back",
    "start",
    "leftstick",
    "rightstick",
    "dpup",
    "dpdown",
    "dpleft",
    "dpright",
    "guide",
};

}  // namespace

int StandardButtonOfSdlName(std::string_view name) {
  for (int button = 0; button < kStandardButtonCount; ++button) {
    if (kSdlNames[button] == name) return button;
  }
  return -1;
}

}  // namespace guildhall
