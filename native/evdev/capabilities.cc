#include "evdev/capabilities.h"

#include <linux/input-event-codes.h>

namespace guildhall {
namespace {

bool HasAny(const KeyBits& keys, size_t first, size_t last) {
  for (size_t code = first; code <= last; ++code) {
    if (keys.test(code)) return true;
  }
  return false;
}

bool HasAll(const KeyBits& keys, size_t first, size_t last) {
  for (size_t code = first; code <= last; ++code) {
    if (!keys.test(code)) return false;
  }
  return true;
}

// Some keyboards and mice claim a gamepad's buttons or a joystick's, which they do not have.
bool IsFullKeyboard(const KeyBits& keys) { return HasAll(keys, KEY_Q, KEY_P); }

bool IsGamepad(const Capabilities& has) {
  if (IsFullKeyboard(has.keys)) return false;
  if (HasAny(has.keys, BTN_SOUTH, BTN_THUMBR)) return true;
  const bool has_stick = has.axes.test(ABS_X) && has.axes.test(ABS_Y);
  return has_stick && HasAny(has.keys, BTN_JOYSTICK, BTN_DEAD);
}

}  // namespace

DeviceKinds KindsOf(const Capabilities& has) {
  DeviceKinds kinds;
  kinds.gamepad = IsGamepad(has);
  if (kinds.gamepad) return kinds;
  kinds.keyboard = HasAny(has.keys, KEY_ESC, BTN_MISC - 1);
  kinds.mouse = has.keys.test(BTN_LEFT);
  return kinds;
}

}  // namespace guildhall
