// sources: native/gamepads/pad_table.cc native/gamepads/button_state.cc native/input/held_keys.cc

// What several pads hold down together.
#include <string>
#include <utility>
#include <vector>

#include "check.h"
#include "gamepad_text.h"
#include "gamepads/pad_table.h"

namespace guildhall {
namespace {

class Fixture {
 public:
  void Plug(int pad, bool is_held = false) {
    ButtonState state({ButtonBinding(kFaceBottom, 0), ButtonBinding(kFaceRight, 1)});
    state.SetButton(0, is_held);
    table.Add(pad, std::move(state));
  }

  std::string Set(int pad, int index, bool down) {
    if (ButtonState* state = table.Find(pad)) state->SetButton(index, down);
    table.Report(pad);
    return Take();
  }

  std::string Unplug(int pad) {
    table.Remove(pad);
    return Take();
  }

  PadTable table{[this](int button, bool down) { changes_.push_back({button, down}); }};

 private:
  std::string Take() { return TextOf(std::exchange(changes_, {})); }

  std::vector<ButtonChange> changes_;
};

void TestPadsAreOne() {
  Fixture pads;
  pads.Plug(1);
  pads.Plug(2);
  CHECK_EQUAL(pads.Set(1, 0, true), "+0");
  CHECK_EQUAL(pads.Set(2, 0, true), "");
  CHECK_EQUAL(pads.Set(2, 1, true), "+1");
  CHECK_EQUAL(pads.Set(1, 0, false), "");
  CHECK_EQUAL(pads.Set(2, 0, false), "-0");
}

void TestUnpluggingLetsGo() {
  Fixture pads;
  pads.Plug(1);
  pads.Plug(2);
  pads.Set(1, 0, true);
  pads.Set(2, 0, true);
  pads.Set(2, 1, true);
  CHECK_EQUAL(pads.Unplug(2), "-1");
  CHECK_EQUAL(pads.Unplug(1), "-0");
  CHECK_EQUAL(pads.Unplug(1), "");
  CHECK_EQUAL(pads.Set(1, 0, true), "");
}

void TestWhatIsHeldAtFirstIsNotTold() {
  Fixture pads;
  pads.Plug(1, true);
  CHECK_EQUAL(pads.Set(1, 1, true), "+1");
  CHECK_EQUAL(pads.Set(1, 0, false), "");
  CHECK_EQUAL(pads.Set(1, 0, true), "+0");
}

}  // namespace
}  // namespace guildhall

int main() {
  guildhall::TestPadsAreOne();
  guildhall::TestUnpluggingLetsGo();
  guildhall::TestWhatIsHeldAtFirstIsNotTold();
  return guildhall::test::Failures();
}
