#pragma once

#include <string_view>

namespace guildhall {

// The buttons of the W3C standard gamepad by their index. Named by position: the labels of the four face
// buttons depend on the manufacturer, their positions do not.
enum StandardButton : int {
  kFaceBottom = 0,
  kFaceRight = 1,
  kFaceLeft = 2,
  kFaceTop = 3,
  kLeftShoulder = 4,
  kRightShoulder = 5,
  kLeftTrigger = 6,
  kRightTrigger = 7,
  kBack = 8,
  kStart = 9,
  kLeftStick = 10,
  kRightStick = 11,
  kDpadUp = 12,
  kDpadDown = 13,
  kDpadLeft = 14,
  kDpadRight = 15,
  kGuide = 16,
};

constexpr int kStandardButtonCount = 17;

constexpr bool IsTrigger(int button) { return button == kLeftTrigger || button == kRightTrigger; }

// The button with this name in SDL game controller mappings, e.g. "leftshoulder"; -1 if there is none.
int StandardButtonOfSdlName(std::string_view name);

}  // namespace guildhall
