#include "evdev/key_listener.h"

#include <linux/input-event-codes.h>

#include <utility>

namespace guildhall {
namespace {

DeviceKinds KeyboardsAndMice() {
  DeviceKinds kinds;
  kinds.keyboard = kinds.mouse = true;
  return kinds;
}

}  // namespace

KeyListener::KeyListener(OnKey on_key, OnDenied on_denied)
    : on_key_(std::move(on_key)),
      on_denied_(std::move(on_denied)),
      reader_(KeyboardsAndMice(), Wanted::kKeys, *this) {}

void KeyListener::OnPlugged(int device, const DeviceInfo&, OpenDevice&, const DeviceState& state) {
  for (uint16_t code = 0; code < kKeyCount; ++code) {
    if (state.keys.test(code) && held_.Press(device, code)) on_key_(code, true, true);
  }
}

void KeyListener::OnEvent(int device, const InputEvent& event) {
  constexpr int32_t kRepeated = 2;
  if (event.type != EV_KEY || event.value == kRepeated) return;
  const bool down = event.value != 0;
  const bool changed = down ? held_.Press(device, event.code) : held_.Release(device, event.code);
  if (changed) on_key_(event.code, down, false);
}

void KeyListener::OnUnplugged(int device) {
  for (const uint16_t code : held_.Forget(device)) on_key_(code, false, false);
}

}  // namespace guildhall
