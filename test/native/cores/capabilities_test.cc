// sources: native/evdev/capabilities.cc
#include "evdev/capabilities.h"

#include <linux/input-event-codes.h>

#include "check.h"

using guildhall::AxisBits;
using guildhall::DeviceKinds;
using guildhall::KeyBits;
using guildhall::KindsOf;
using guildhall::ParseBits;

namespace {

// As sysfs of a 64-bit kernel shows them.
constexpr char kKeyboard[] = "402000000 3803078f800d001 feffffdfffefffff fffffffffffffffe";
constexpr char kMouse[] = "1f0000 0 0 0 0";
constexpr char kTouchpad[] = "e520 10000 0 0 0 0";
constexpr char kPowerButton[] = "10000000000000 0";
constexpr char kXboxPad[] = "7cdb000000000000 0 0 0 0";
// A joystick of two buttons (BTN_TRIGGER, BTN_THUMB).
constexpr char kJoystick[] = "300000000 0 0 0 0";
constexpr char kStick[] = "3";

DeviceKinds Kinds(const char* keys, const char* axes = "0") {
  return KindsOf({ParseBits<guildhall::kKeyCount>(keys, 64), ParseBits<guildhall::kAxisCount>(axes, 64)});
}

bool Is(const DeviceKinds& kinds, bool keyboard, bool mouse, bool gamepad) {
  return kinds.keyboard == keyboard && kinds.mouse == mouse && kinds.gamepad == gamepad;
}

void BitSetsAreReadWordByWord() {
  const KeyBits mouse = ParseBits<guildhall::kKeyCount>(kMouse, 64);
  CHECK(mouse.count() == 5);
  CHECK(mouse.test(BTN_LEFT) && mouse.test(BTN_EXTRA));
  CHECK((ParseBits<128>("1 0", 64)) == std::bitset<128>().set(64));
  CHECK((ParseBits<128>("1 0", 32)) == std::bitset<128>().set(32));
  CHECK((ParseBits<64>("80000001", 32)) == std::bitset<64>().set(31).set(0));
}

void TextThatIsNoBitSetDoesNoHarm() {
  CHECK(ParseBits<64>("").none());
  CHECK(ParseBits<64>("\n ? \n").none());
  CHECK((ParseBits<8>("fffffffffffffffff 1ff", 64)) == std::bitset<8>(0xff));
}

void DevicesAreTakenForWhatTheyAre() {
  CHECK(Is(Kinds(kKeyboard), true, false, false));
  CHECK(Is(Kinds(kMouse), false, true, false));
  CHECK(Is(Kinds(kTouchpad, "2608000 3"), false, true, false));
  CHECK(Is(Kinds(kPowerButton), true, false, false));
  CHECK(Is(Kinds(kXboxPad, "3003f"), false, false, true));
  CHECK(Is(Kinds(kJoystick, kStick), false, false, true));
  // A pedal with Escape alone.
  CHECK(Is(Kinds("2"), true, false, false));
  CHECK(Is(Kinds("0"), false, false, false));
}

void ThePretendersAreTold() {
  // A keyboard that claims a gamepad's buttons, a mouse that claims a joystick's, a gamepad with a media key.
  CHECK(Is(Kinds("7cdb000000000000 0 0 feffffdfffefffff fffffffffffffffe"), true, false, false));
  CHECK(Is(Kinds("3001f0000 0 0 0 0"), false, true, false));
  CHECK(Is(Kinds("7cdb000000000000 0 100000000000 0 0", "3003f"), false, false, true));
}

void KindsMeetWhereOneIsInBoth() {
  DeviceKinds both;
  both.keyboard = both.mouse = true;
  CHECK(Kinds(kMouse).Meets(both));
  CHECK(!Kinds(kXboxPad).Meets(both));
  CHECK(!DeviceKinds{}.Meets(both));
}

}  // namespace

int main() {
  BitSetsAreReadWordByWord();
  TextThatIsNoBitSetDoesNoHarm();
  DevicesAreTakenForWhatTheyAre();
  ThePretendersAreTold();
  KindsMeetWhereOneIsInBoth();
  return guildhall::test::Failures();
}
