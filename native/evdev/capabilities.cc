#include "evdev/capabilities.h"

#include <linux/input-event-codes.h>

namespace guildhall {
namespace {

// The first key above the buttons of D-pads and grips.
constexpr size_t kAfterDpad = 0x230;

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

// Some keyboards declare buttons of a gamepad or joystick that they do not have.
bool IsFullKeyboard(const KeyBits& keys) { return HasAll(keys, KEY_Q, KEY_P); }

bool HasKeyboardKey(const KeyBits& keys) {
  // Keys are in two ranges. The second one contains buttons: those of D-pads and grips, and those of
  // joysticks beyond the sixteenth.
  return HasAny(keys, KEY_ESC, BTN_MISC - 1) || HasAny(keys, KEY_OK, BTN_DPAD_UP - 1) ||
         HasAny(keys, kAfterDpad, BTN_TRIGGER_HAPPY - 1);
}

// Controls that only a gamepad or a joystick has.
bool IsCertainlyGamepad(const Capabilities& has) {
  if (HasAny(has.keys, BTN_SOUTH, BTN_THUMBR)) return true;
  const bool has_stick = has.axes.test(ABS_X) && has.axes.test(ABS_Y);
  return has_stick && HasAny(has.keys, BTN_JOYSTICK, BTN_DEAD);
}

// Button boxes, throttles and pedals: buttons without a stick, or an axis that only a vehicle control has.
// Mice with more than sixteen buttons, tablets and touchscreens use some of the same codes, and media
// keyboards use the numbered buttons.
bool IsGameControl(const Capabilities& has) {
  if (HasAny(has.keys, BTN_MOUSE, BTN_JOYSTICK - 1) || HasAny(has.keys, BTN_DIGI, BTN_GEAR_UP - 1))
    return false;
  if (HasAny(has.keys, BTN_MISC, BTN_MOUSE - 1) && !HasKeyboardKey(has.keys)) return true;
  return HasAny(has.keys, BTN_JOYSTICK, BTN_DEAD) || HasAny(has.keys, BTN_DPAD_UP, kAfterDpad - 1) ||
         HasAny(has.keys, BTN_TRIGGER_HAPPY, kKeyCount - 1) || has.axes.test(ABS_THROTTLE) ||
         has.axes.test(ABS_RUDDER) || has.axes.test(ABS_GAS) || has.axes.test(ABS_BRAKE);
}

}  // namespace

DeviceKinds KindsOf(const Capabilities& has) {
  DeviceKinds kinds;
  const bool is_full_keyboard = IsFullKeyboard(has.keys);
  if (!is_full_keyboard && IsCertainlyGamepad(has)) {
    kinds.gamepad = true;
    return kinds;
  }
  kinds.gamepad = !is_full_keyboard && IsGameControl(has);
  kinds.keyboard = HasKeyboardKey(has.keys);
  kinds.mouse = has.keys.test(BTN_LEFT);
  return kinds;
}

}  // namespace guildhall
