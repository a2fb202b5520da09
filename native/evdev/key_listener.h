#pragma once

#include <cstdint>
#include <functional>

#include "evdev/reader.h"
#include "input/held_keys.h"
#include "listening/event_source.h"

namespace guildhall {

// Keys and mouse buttons of all keyboards and mice together, by their codes in linux/input-event-codes.h.
// Auto-repeat is left out.
class KeyListener : public EventSource, private ReaderSink {
 public:
  // Both are called on the same threads as a ReaderSink. `from_start`: the key was down when its device was
  // opened.
  using OnKey = std::function<void(uint16_t code, bool down, bool from_start)>;
  using OnDenied = std::function<void()>;

  // `on_denied`: there is a device that this process may not read.
  KeyListener(OnKey on_key, OnDenied on_denied);

  StartStatus Start() override { return reader_.Start(); }

 private:
  void OnPlugged(int device, const DeviceInfo&, OpenDevice&, const DeviceState& state) override;
  void OnEvent(int device, const InputEvent& event) override;
  void OnUnplugged(int device) override;
  void OnRefused(const DeviceInfo&, int) override { on_denied_(); }

  const OnKey on_key_;
  const OnDenied on_denied_;
  HeldKeys held_;
  Reader reader_;
};

}  // namespace guildhall
