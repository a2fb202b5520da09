#include "evdev/event_filter.h"

#include <linux/input-event-codes.h>

namespace guildhall {

std::vector<InputEvent> EventFilter::Take(const std::vector<InputEvent>& read, const ReadState& read_state) {
  std::vector<InputEvent> heard;
  for (const InputEvent& event : read) {
    const bool is_report = event.type == EV_SYN && event.code == SYN_REPORT;
    if (event.type == EV_SYN && event.code == SYN_DROPPED) {
      dropping_ = true;
    } else if (!dropping_) {
      Follow(event);
      heard.push_back(event);
    } else if (is_report) {
      dropping_ = false;
      DeviceState now;
      if (!read_state(now)) continue;
      Resync(now, heard);
      // The queried state is newer than all other events that were read.
      return heard;
    }
  }
  return heard;
}

void EventFilter::Follow(const InputEvent& event) {
  if (event.type == EV_KEY && event.code < kKeyCount) state_.keys.set(event.code, event.value != 0);
  if (event.type == EV_ABS && event.code < kAxisCount) state_.axes[event.code] = event.value;
}

void EventFilter::Resync(const DeviceState& now, std::vector<InputEvent>& heard) {
  const size_t before = heard.size();
  // Releases first, so that a key released before another was pressed is not reported as held together with
  // it.
  for (const bool down : {false, true}) {
    for (size_t code = 0; code < kKeyCount; ++code) {
      if (now.keys.test(code) != down || state_.keys.test(code) == down) continue;
      heard.push_back({EV_KEY, static_cast<uint16_t>(code), down ? 1 : 0});
    }
  }
  for (size_t code = 0; code < kAxisCount; ++code) {
    if (now.axes[code] != state_.axes[code]) {
      heard.push_back({EV_ABS, static_cast<uint16_t>(code), now.axes[code]});
    }
  }
  if (heard.size() > before) heard.push_back({EV_SYN, SYN_REPORT, 0});
  state_ = now;
}

}  // namespace guildhall
