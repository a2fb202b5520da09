// sources: native/evdev/capabilities.cc
#include "evdev/capabilities.h"

#include <linux/input-event-codes.h>

#include <cstdio>
#include <initializer_list>
#include <string>

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

// The text of a set with these bits alone.
std::string BitsOf(std::initializer_list<size_t> codes) {
  std::string text;
  for (size_t word = guildhall::kKeyCount / 64; word-- > 0;) {
    unsigned long long bits = 0;
    for (const size_t code : codes) {
      if (code / 64 == word) bits |= 1ull << code % 64;
    }
    char digits[32];
    std::snprintf(digits, sizeof digits, "%llx ", bits);
    text += digits;
  }
  return text;
}

void KeysAboveOkMakeAKeyboard() {
  // Macro keys, a remote control's digits, Fn, a key at the end of each run.
  for (const size_t key : {KEY_MACRO1, KEY_NUMERIC_0, KEY_FN, KEY_OK, KEY_SELECT, BTN_TRIGGER_HAPPY - 1}) {
    CHECK(Is(Kinds(BitsOf({key}).c_str()), true, false, false));
  }
}

void GameControlsWithoutAStickAreGamepads() {
  // A button box of numbered buttons, one of joystick buttons, one of those beyond the sixteenth, a D-pad.
  for (const size_t button : {BTN_0, BTN_TRIGGER, BTN_TRIGGER_HAPPY1, BTN_TRIGGER_HAPPY40, BTN_DPAD_UP}) {
    CHECK(Is(Kinds(BitsOf({button}).c_str()), false, false, true));
  }
  // A throttle with a lever and a switch, pedals without any button.
  CHECK(Is(Kinds(BitsOf({BTN_TRIGGER}).c_str(), "40"), false, false, true));
  CHECK(Is(Kinds("0", "80"), false, false, true));
  // A box that has keys of a keyboard too.
  CHECK(Is(Kinds(BitsOf({BTN_TRIGGER, KEY_VOLUMEUP}).c_str()), true, false, true));
}

void MiceAndTabletsAreNoGameControls() {
  // A media keyboard, a mouse of twenty buttons, a tablet's pad, a touchscreen.
  CHECK(Is(Kinds(BitsOf({BTN_0, KEY_VOLUMEUP}).c_str()), true, false, false));
  CHECK(Is(Kinds(BitsOf({BTN_LEFT, BTN_RIGHT, BTN_TRIGGER, BTN_THUMB}).c_str()), false, true, false));
  CHECK(Is(Kinds(BitsOf({BTN_0, BTN_1, BTN_STYLUS}).c_str(), "103"), false, false, false));
  CHECK(Is(Kinds(BitsOf({BTN_TOUCH}).c_str(), kStick), false, false, false));
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
  KeysAboveOkMakeAKeyboard();
  GameControlsWithoutAStickAreGamepads();
  MiceAndTabletsAreNoGameControls();
  ThePretendersAreTold();
  KindsMeetWhereOneIsInBoth();
  return guildhall::test::Failures();
}
