// sources: native/gamepads/evdev_controls.cc native/gamepads/evdev_mapping.cc native/gamepads/button_state.cc

// How the kernel's codes become controls in SDL's order, and buttons of the standard layout.
#include <linux/input-event-codes.h>

#include <initializer_list>
#include <map>
#include <string>

#include "check.h"
#include "gamepad_text.h"
#include "gamepads/evdev_controls.h"
#include "gamepads/evdev_mapping.h"

namespace guildhall {
namespace {

KeyBits Keys(std::initializer_list<int> codes) {
  KeyBits keys;
  for (const int code : codes) keys.set(code);
  return keys;
}

constexpr AxisRange kStick = {-32768, 32767, 16, 128, 0};
constexpr AxisRange kPressure = {0, 255, 0, 0, 0};
constexpr AxisRange kDirection = {-1, 1, 0, 0, 0};

const KeyBits kXpadKeys = Keys({BTN_SOUTH, BTN_EAST, BTN_X, BTN_Y, BTN_TL, BTN_TR, BTN_SELECT, BTN_START,
                                BTN_MODE, BTN_THUMBL, BTN_THUMBR});
const std::map<int, AxisRange> kXpadAxes = {
    {ABS_X, kStick},  {ABS_Y, kStick},     {ABS_Z, kPressure},      {ABS_RX, kStick},
    {ABS_RY, kStick}, {ABS_RZ, kPressure}, {ABS_HAT0X, kDirection}, {ABS_HAT0Y, kDirection}};

std::string MapOf(const EvdevControls& controls, FaceCodes codes) {
  return TextOf(MapByCodes(controls, codes));
}

void TestOrderOfControls() {
  const EvdevControls controls(Keys({KEY_RECORD, BTN_MISC, BTN_TRIGGER, BTN_SOUTH, BTN_TRIGGER_HAPPY1}),
                               kXpadAxes);
  CHECK_EQUAL(controls.ButtonOf(BTN_TRIGGER), 0);
  CHECK_EQUAL(controls.ButtonOf(BTN_SOUTH), 1);
  CHECK_EQUAL(controls.ButtonOf(BTN_TRIGGER_HAPPY1), 2);
  CHECK_EQUAL(controls.ButtonOf(KEY_RECORD), 3);
  CHECK_EQUAL(controls.ButtonOf(BTN_MISC), 4);
  CHECK_EQUAL(controls.ButtonOf(BTN_EAST), -1);
  CHECK_EQUAL(controls.AxisOf(ABS_X), 0);
  CHECK_EQUAL(controls.AxisOf(ABS_RZ), 5);
  CHECK_EQUAL(controls.AxisOf(ABS_HAT0X), -1);
  CHECK_EQUAL(controls.AxisOf(ABS_THROTTLE), -1);
  CHECK_EQUAL(controls.HatOf(ABS_HAT0X), 0);
  CHECK_EQUAL(controls.HatOf(ABS_HAT0Y), 0);
  CHECK_EQUAL(controls.HatOf(ABS_HAT1X), -1);
  CHECK_EQUAL(controls.HatOf(ABS_X), -1);
}

void TestHatsThatAreAxes() {
  const AxisRange sensor = {0, 255, 4, 0, 0};
  const EvdevControls controls(
      Keys({}), {{ABS_X, kStick}, {ABS_HAT0X, sensor}, {ABS_HAT0Y, sensor}, {ABS_HAT2X, kDirection}});
  CHECK_EQUAL(controls.HatOf(ABS_HAT0X), -1);
  CHECK_EQUAL(controls.AxisOf(ABS_HAT0X), 1);
  CHECK_EQUAL(controls.AxisOf(ABS_HAT0Y), 2);
  CHECK_EQUAL(controls.HatOf(ABS_HAT2Y), 0);
}

void TestPadOfTheKernelsDocument() {
  const EvdevControls controls(
      Keys({BTN_SOUTH, BTN_EAST, BTN_NORTH, BTN_WEST, BTN_TL, BTN_TR, BTN_TL2, BTN_TR2, BTN_SELECT, BTN_START,
            BTN_MODE, BTN_THUMBL, BTN_THUMBR, BTN_DPAD_UP, BTN_DPAD_DOWN, BTN_DPAD_LEFT, BTN_DPAD_RIGHT}),
      {{ABS_X, kStick}, {ABS_Y, kStick}});
  CHECK_EQUAL(
      MapOf(controls, FaceCodes::kByPlace),
      "0:b0 1:b1 2:b3 3:b2 4:b4 5:b5 6:b6 7:b7 8:b8 9:b9 10:b11 11:b12 12:b13 13:b14 14:b15 15:b16 16:b10");
}

void TestPadWithPressuresAndHat() {
  const EvdevControls controls(kXpadKeys, kXpadAxes);
  CHECK_EQUAL(
      MapOf(controls, FaceCodes::kByLabel),
      "0:b0 1:b1 2:b2 3:b3 4:b4 5:b5 6:a2 7:a5 8:b6 9:b7 10:b9 11:b10 12:h0.1 13:h0.4 14:h0.8 15:h0.2 16:b8");
}

void TestTriggers() {
  const KeyBits keys = Keys({BTN_SOUTH, BTN_TL2, BTN_TR2});
  // ABS_Z and ABS_RZ are the second stick of a pad without ABS_RX and ABS_RY.
  CHECK_EQUAL(
      MapOf(EvdevControls(keys, {{ABS_X, kStick}, {ABS_Z, kStick}, {ABS_RZ, kStick}}), FaceCodes::kByPlace),
      "0:b0 6:b1 7:b2");
  CHECK_EQUAL(
      MapOf(EvdevControls(keys,
                          {{ABS_Z, kStick}, {ABS_RZ, kStick}, {ABS_GAS, kPressure}, {ABS_BRAKE, kPressure}}),
            FaceCodes::kByPlace),
      "0:b0 6:a3 7:a2");
  CHECK_EQUAL(MapOf(EvdevControls(keys, kXpadAxes), FaceCodes::kByPlace),
              "0:b0 6:a2 7:a5 12:h0.1 13:h0.4 14:h0.8 15:h0.2");
  const AxisRange worn = {-128, 127, 2, 0, 0};
  CHECK_EQUAL(MapOf(EvdevControls(Keys({BTN_SOUTH}), {{ABS_HAT2X, kPressure}, {ABS_HAT2Y, kPressure}}),
                    FaceCodes::kByPlace),
              "0:b0 6:h0.4 7:h0.2");
  CHECK_EQUAL(
      MapOf(EvdevControls(Keys({BTN_SOUTH}), {{ABS_HAT2X, worn}, {ABS_HAT2Y, worn}}), FaceCodes::kByPlace),
      "0:b0 6:+a1 7:+a0");
}

void TestWhoGivesFaceButtonsByLabel() {
  CHECK(FaceCodesOf(0x045e, "") == FaceCodes::kByLabel);
  CHECK(FaceCodesOf(0x28de, "") == FaceCodes::kByLabel);
  CHECK(FaceCodesOf(0x046d, "xpad") == FaceCodes::kByLabel);
  CHECK(FaceCodesOf(0x054c, "playstation") == FaceCodes::kByPlace);
  CHECK(FaceCodesOf(0x1209, "") == FaceCodes::kByPlace);
}

void TestWhoKeepsToTheDocument() {
  CHECK(KeepsToGamepadCodes(kXpadKeys));
  CHECK(!KeepsToGamepadCodes(Keys({BTN_TRIGGER, BTN_THUMB, BTN_LEFT, KEY_A})));
}

void TestAxesThatNobodyUses() {
  const EvdevControls controls(kXpadKeys, kXpadAxes);
  const Mapping mapping = MapByCodes(controls, FaceCodes::kByLabel);
  for (const int axis : {ABS_Z, ABS_RZ, ABS_HAT0X, ABS_HAT0Y}) CHECK(controls.IsUsed(axis, mapping));
  for (const int axis : {ABS_X, ABS_Y, ABS_RX, ABS_RY, ABS_HAT1X, ABS_MISC})
    CHECK(!controls.IsUsed(axis, mapping));
}

void TestEvents() {
  EvdevControls controls(kXpadKeys, kXpadAxes);
  ButtonState state(MapByCodes(controls, FaceCodes::kByLabel));
  controls.SetKey(state, BTN_X, true);
  controls.SetKey(state, KEY_A, true);
  controls.SetAxis(state, ABS_RZ, 255);
  controls.SetAxis(state, ABS_Z, 63);
  controls.SetAxis(state, ABS_X, -32768);
  controls.SetAxis(state, ABS_HAT0X, -1);
  controls.SetAxis(state, ABS_HAT0Y, 1);
  controls.SetAxis(state, ABS_MISC, 1);
  CHECK_EQUAL(TextOf(state.TakeChanges()), "+2 +7 +13 +14");
  controls.SetAxis(state, ABS_HAT0X, 0);
  controls.SetAxis(state, ABS_RZ, 39);
  CHECK_EQUAL(TextOf(state.TakeChanges()), "-14");
  controls.SetAxis(state, ABS_RZ, 38);
  CHECK_EQUAL(TextOf(state.TakeChanges()), "-7");
}

// A hat that is wide has thresholds like a trigger's, so that its tremble is not a press.
void TestWideHats() {
  EvdevControls controls(Keys({}), {{ABS_HAT2X, kPressure}, {ABS_HAT2Y, kPressure}});
  ButtonState state({HatBinding(7, 0, kHatRight)});
  const auto changes_at = [&](int value) {
    controls.SetAxis(state, ABS_HAT2X, value);
    return TextOf(state.TakeChanges());
  };
  CHECK_EQUAL(changes_at(63), "");
  CHECK_EQUAL(changes_at(64), "+7");
  CHECK_EQUAL(changes_at(39), "");
  CHECK_EQUAL(changes_at(38), "-7");
}

// Drivers tell ranges that make no sense: a width of zero, or the greatest there is.
void TestOddRanges() {
  EvdevControls controls(
      Keys({}), {{ABS_Z, {5, 5, 0, 0, 0}}, {ABS_RZ, {INT32_MIN, INT32_MAX, 0, 0, 0}}, {ABS_HAT0X, {}}});
  ButtonState state({AxisBinding(6, 0), AxisBinding(7, 1), HatBinding(15, 0, kHatRight)});
  controls.SetAxis(state, ABS_Z, 5);
  controls.SetAxis(state, ABS_HAT0X, INT32_MIN);
  controls.SetAxis(state, ABS_HAT0Y, 1);
  CHECK_EQUAL(TextOf(state.TakeChanges()), "");
  controls.SetAxis(state, ABS_RZ, INT32_MAX);
  CHECK_EQUAL(TextOf(state.TakeChanges()), "+7");
}

}  // namespace
}  // namespace guildhall

int main() {
  guildhall::TestOrderOfControls();
  guildhall::TestHatsThatAreAxes();
  guildhall::TestPadOfTheKernelsDocument();
  guildhall::TestPadWithPressuresAndHat();
  guildhall::TestTriggers();
  guildhall::TestWhoGivesFaceButtonsByLabel();
  guildhall::TestWhoKeepsToTheDocument();
  guildhall::TestAxesThatNobodyUses();
  guildhall::TestEvents();
  guildhall::TestWideHats();
  guildhall::TestOddRanges();
  return guildhall::test::Failures();
}
