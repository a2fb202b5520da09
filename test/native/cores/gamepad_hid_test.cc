// sources: native/gamepads/hid_controls.cc native/gamepads/xinput_controls.cc native/gamepads/button_state.cc native/gamepads/mapping/mapping_line.cc native/gamepads/mapping/guid.cc native/gamepads/mapping/standard_layout.cc

// Pads as Windows and macOS tell of them: HID reports and XInput.
#include <string>

#include "check.h"
#include "gamepad_text.h"
#include "gamepads/hid_controls.h"
#include "gamepads/xinput_controls.h"

namespace guildhall {
namespace {

void TestAxes() {
  CHECK_EQUAL(HidAxisPosition(0, 0, 255), 0.0);
  CHECK_EQUAL(HidAxisPosition(255, 0, 255), 1.0);
  CHECK_EQUAL(HidAxisPosition(0, -100, 100), 0.5);
  CHECK_EQUAL(HidAxisPosition(300, 0, 255), 1.0);
  CHECK_EQUAL(HidAxisPosition(-1, 0, 255), 0.0);
  CHECK_EQUAL(HidAxisPosition(5, 7, 7), 0.0);
}

void TestHats() {
  CHECK_EQUAL(HidHatDirections(0, 0, 7), kHatUp);
  CHECK_EQUAL(HidHatDirections(1, 0, 7), kHatUp | kHatRight);
  CHECK_EQUAL(HidHatDirections(7, 0, 7), kHatLeft | kHatUp);
  CHECK_EQUAL(HidHatDirections(8, 0, 7), 0);
  CHECK_EQUAL(HidHatDirections(-1, 0, 7), 0);
  CHECK_EQUAL(HidHatDirections(0, 1, 8), 0);
  CHECK_EQUAL(HidHatDirections(3, 1, 8), kHatRight);
  CHECK_EQUAL(HidHatDirections(1, 0, 3), kHatRight);
  CHECK_EQUAL(HidHatDirections(3, 0, 3), kHatLeft);
  CHECK_EQUAL(HidHatDirections(0, 0, 0), 0);
}

void TestMakers() {
  for (const int vendor : {0x054c, 0x046d}) {
    const std::string text = TextOf(HidMappingOf(static_cast<std::uint16_t>(vendor)));
    CHECK_EQUAL(text.substr(0, 19), "2:b0 0:b1 1:b2 3:b3");
  }
  CHECK_EQUAL(TextOf(HidMappingOf(0x057e)).substr(0, 19), "0:b0 1:b1 2:b2 3:b3");
  CHECK_EQUAL(HidMappingOf(0x054c).size(), 17u);
  CHECK_EQUAL(HidMappingOf(0x1234).size(), 0u);
}

// Every bit of XInput is one button of the standard layout.
void TestXInput() {
  const int buttons[] = {12, 13, 14, 15, 9, 8, 10, 11, 4, 5, 16, -1, 0, 1, 2, 3};
  for (int bit = 0; bit < 16; ++bit) {
    ButtonState state(XInputMapping());
    SetXInput(state, {static_cast<std::uint16_t>(1 << bit), 0, 0});
    CHECK_EQUAL(TextOf(state.TakeChanges()), buttons[bit] < 0 ? "" : "+" + std::to_string(buttons[bit]));
    SetXInput(state, {0, 0, 0});
    CHECK_EQUAL(TextOf(state.TakeChanges()), buttons[bit] < 0 ? "" : "-" + std::to_string(buttons[bit]));
  }
  ButtonState state(XInputMapping());
  SetXInput(state, {0, 63, 64});
  CHECK_EQUAL(TextOf(state.TakeChanges()), "+7");
  SetXInput(state, {0, 64, 39});
  CHECK_EQUAL(TextOf(state.TakeChanges()), "+6");
}

}  // namespace
}  // namespace guildhall

int main() {
  guildhall::TestAxes();
  guildhall::TestHats();
  guildhall::TestMakers();
  guildhall::TestXInput();
  return guildhall::test::Failures();
}
