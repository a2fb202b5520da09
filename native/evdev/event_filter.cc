#include "evdev/event_filter.h"

#include <linux/input-event-codes.h>

namespace guildhall {

EventFilter::Verdict EventFilter::Take(const InputEvent& event) {
  if (event.type == EV_SYN && event.code == SYN_DROPPED) {
    dropping_ = true;
    return Verdict::kIgnore;
  }
  if (dropping_) {
    if (event.type != EV_SYN || event.code != SYN_REPORT) return Verdict::kIgnore;
    dropping_ = false;
    return Verdict::kResync;
  }
  if (event.type == EV_KEY && event.code < kKeyCount) state_.keys.set(event.code, event.value != 0);
  if (event.type == EV_ABS && event.code < kAxisCount) state_.axes[event.code] = event.value;
  return Verdict::kPass;
}

std::vector<InputEvent> EventFilter::Resync(const DeviceState& now) {
  std::vector<InputEvent> events;
  // Releases first: who lets go of one key to press another did not hold both.
  for (const bool down : {false, true}) {
    for (size_t code = 0; code < kKeyCount; ++code) {
      if (now.keys.test(code) != down || state_.keys.test(code) == down) continue;
      events.push_back({EV_KEY, static_cast<uint16_t>(code), down ? 1 : 0});
    }
  }
  for (size_t code = 0; code < kAxisCount; ++code) {
    if (now.axes[code] != state_.axes[code])
      events.push_back({EV_ABS, static_cast<uint16_t>(code), now.axes[code]});
  }
  if (!events.empty()) events.push_back({EV_SYN, SYN_REPORT, 0});
  state_ = now;
  return events;
}

}  // namespace guildhall
