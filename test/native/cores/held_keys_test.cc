// sources: native/input/held_keys.cc
#include "input/held_keys.h"

#include "check.h"

using guildhall::HeldKeys;
using Codes = std::vector<uint16_t>;

namespace {

constexpr int kOne = 1;
constexpr int kOther = 2;
constexpr uint16_t kA = 30;
constexpr uint16_t kB = 48;

void AKeyGoesDownAndUpOnce() {
  HeldKeys keys;
  CHECK(keys.Press(kOne, kA));
  CHECK(!keys.Press(kOne, kA));
  CHECK(keys.Release(kOne, kA));
  CHECK(!keys.Release(kOne, kA));
  CHECK(keys.Press(kOne, kA));
}

void AKeyHeldOnTwoKeyboardsIsDownUntilBothLetGo() {
  HeldKeys keys;
  CHECK(keys.Press(kOne, kA));
  CHECK(!keys.Press(kOther, kA));
  CHECK(!keys.Release(kOne, kA));
  CHECK(keys.Release(kOther, kA));
}

void AReleaseOfWhatWasNotPressedIsNone() {
  HeldKeys keys;
  CHECK(!keys.Release(kOne, kA));
  CHECK(keys.Press(kOne, kA));
  CHECK(!keys.Release(kOther, kA));
  CHECK(keys.Release(kOne, kA));
}

void AnUnpluggedDeviceReleasesWhatItAloneHeld() {
  HeldKeys keys;
  keys.Press(kOne, kA);
  keys.Press(kOne, kB);
  keys.Press(kOther, kB);
  CHECK(keys.Forget(kOne) == Codes{kA});
  CHECK(keys.Forget(kOne).empty());
  CHECK(keys.Release(kOther, kB));
  CHECK(keys.Press(kOne, kA));
}

}  // namespace

int main() {
  AKeyGoesDownAndUpOnce();
  AKeyHeldOnTwoKeyboardsIsDownUntilBothLetGo();
  AReleaseOfWhatWasNotPressedIsNone();
  AnUnpluggedDeviceReleasesWhatItAloneHeld();
  return guildhall::test::Failures();
}
