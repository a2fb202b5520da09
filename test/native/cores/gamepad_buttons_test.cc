// sources: native/gamepads/button_state.cc native/gamepads/mapping/mapping_line.cc native/gamepads/mapping/guid.cc native/gamepads/mapping/standard_layout.cc

// Which buttons a pad's raw controls hold down, and what is told of them.
#include <string>

#include "check.h"
#include "gamepad_text.h"
#include "gamepads/button_state.h"
#include "gamepads/mapping/mapping_line.h"

namespace guildhall {
namespace {

ButtonState StateOf(const std::string& bindings) {
  MappingProblem problem;
  const std::optional<Mapping> mapping = ParseBindings(bindings, problem);
  CHECK(mapping.has_value());
  return ButtonState(*mapping);
}

std::string ChangesAt(ButtonState& state, double position) {
  state.SetAxis(2, position);
  return TextOf(state.TakeChanges());
}

void TestButtonsAndHats() {
  ButtonState state = StateOf("a:b0,guide:b10,dpup:h0.1,dpright:h0.2,dpdown:h0.4,dpleft:h0.8");
  state.SetButton(0, true);
  state.SetButton(10, true);
  CHECK_EQUAL(TextOf(state.TakeChanges()), "+0 +16");
  CHECK_EQUAL(TextOf(state.TakeChanges()), "");
  state.SetHat(0, kHatUp | kHatRight);
  CHECK_EQUAL(TextOf(state.TakeChanges()), "+12 +15");
  state.SetHat(0, kHatRight | kHatDown);
  state.SetButton(0, false);
  CHECK_EQUAL(TextOf(state.TakeChanges()), "-0 -12 +13");
  state.SetHat(0, kHatLeft);
  CHECK_EQUAL(TextOf(state.TakeChanges()), "-13 -15 +14");
}

void TestTriggersHaveTwoThresholds() {
  ButtonState state = StateOf("lefttrigger:a2");
  CHECK_EQUAL(ChangesAt(state, 0.24), "");
  CHECK_EQUAL(ChangesAt(state, 0.25), "+6");
  for (int round = 0; round < 100; ++round) {
    CHECK_EQUAL(ChangesAt(state, 0.16), "");
    CHECK_EQUAL(ChangesAt(state, 0.26), "");
  }
  CHECK_EQUAL(ChangesAt(state, 0.14), "-6");
  CHECK_EQUAL(ChangesAt(state, 0.24), "");
}

void TestPartsOfAxes() {
  ButtonState shared = StateOf("lefttrigger:+a2,righttrigger:-a2");
  CHECK_EQUAL(ChangesAt(shared, 0.5), "");
  CHECK_EQUAL(ChangesAt(shared, 0.63), "+6");
  CHECK_EQUAL(ChangesAt(shared, 0.37), "-6 +7");
  CHECK_EQUAL(ChangesAt(shared, 0.5), "-7");
  ButtonState inverted = StateOf("lefttrigger:a2~");
  CHECK_EQUAL(ChangesAt(inverted, 1), "");
  CHECK_EQUAL(ChangesAt(inverted, 0.7), "+6");
  ButtonState stick = StateOf("dpleft:-a2,dpright:+a2");
  CHECK_EQUAL(ChangesAt(stick, 0.7), "");
  CHECK_EQUAL(ChangesAt(stick, 0.75), "+15");
  CHECK_EQUAL(ChangesAt(stick, 0.68), "");
  CHECK_EQUAL(ChangesAt(stick, 0.67), "-15");
  CHECK_EQUAL(ChangesAt(stick, 0), "+14");
}

void TestNoiseOfSticksChangesNothing() {
  ButtonState state = StateOf("a:b0,lefttrigger:a2,leftx:a0,lefty:a1");
  for (int round = 0; round < 1000; ++round) {
    state.SetAxis(0, 0.5 + 0.5 * (round % 7 - 3) / 3);
    state.SetAxis(2, 0.01 * (round % 5));
    CHECK(state.TakeChanges().empty());
  }
}

void TestButtonsOfTwoControls() {
  ButtonState state = StateOf("dpup:b3,dpup:h0.1");
  state.SetButton(3, true);
  CHECK_EQUAL(TextOf(state.TakeChanges()), "+12");
  state.SetHat(0, kHatUp);
  state.SetButton(3, false);
  CHECK_EQUAL(TextOf(state.TakeChanges()), "");
  state.SetHat(0, 0);
  CHECK_EQUAL(TextOf(state.TakeChanges()), "-12");
}

void TestUnknownControls() {
  ButtonState state = StateOf("a:b0");
  state.SetButton(7, true);
  state.SetButton(-1, true);
  state.SetAxis(0, 1);
  state.SetHat(0, 15);
  CHECK_EQUAL(TextOf(state.TakeChanges()), "");
}

}  // namespace
}  // namespace guildhall

int main() {
  guildhall::TestButtonsAndHats();
  guildhall::TestTriggersHaveTwoThresholds();
  guildhall::TestPartsOfAxes();
  guildhall::TestNoiseOfSticksChangesNothing();
  guildhall::TestButtonsOfTwoControls();
  guildhall::TestUnknownControls();
  return guildhall::test::Failures();
}
