#include "gamepads/xinput_controls.h"

#include <iterator>
#include <string>

#include "gamepads/mapping/mapping_line.h"

namespace guildhall {
namespace {

constexpr std::uint16_t kUp = 0x0001, kDown = 0x0002, kLeft = 0x0004, kRight = 0x0008;

// The bits of the buttons in numbering order: A, B, X, Y, shoulders, back, start, sticks, guide.
constexpr std::uint16_t kButtons[] = {0x1000, 0x2000, 0x4000, 0x8000, 0x0100, 0x0200,
                                      0x0020, 0x0010, 0x0040, 0x0080, 0x0400};

constexpr int kLeftTriggerAxis = 2;
constexpr int kRightTriggerAxis = 5;

}  // namespace

Mapping XInputMapping() {
  MappingProblem problem;
  return ParseBindings(
             "a:b0,b:b1,x:b2,y:b3,leftshoulder:b4,rightshoulder:b5,back:b6,start:b7,leftstick:b8,rightstick:"
             "b9,"
             "guide:b10,lefttrigger:a2,righttrigger:a5,dpup:h0.1,dpright:h0.2,dpdown:h0.4,dpleft:h0.8",
             problem)
      .value_or(Mapping());
}

void SetXInput(ButtonState& state, const XInputControls& controls) {
  for (std::size_t index = 0; index < std::size(kButtons); ++index) {
    state.SetButton(static_cast<int>(index), (controls.buttons & kButtons[index]) != 0);
  }
  state.SetAxis(kLeftTriggerAxis, controls.left_trigger / 255.0);
  state.SetAxis(kRightTriggerAxis, controls.right_trigger / 255.0);
  const auto direction = [&](std::uint16_t bit, int hat) { return (controls.buttons & bit) != 0 ? hat : 0; };
  state.SetHat(0, direction(kUp, kHatUp) | direction(kRight, kHatRight) | direction(kDown, kHatDown) |
                      direction(kLeft, kHatLeft));
}

}  // namespace guildhall
