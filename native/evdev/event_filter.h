#pragma once

#include <functional>
#include <vector>

#include "evdev/input_event.h"

namespace guildhall {

// Recovers from events that the kernel dropped because they were not read in time (SYN_DROPPED): ignores the
// rest of the incomplete report, then queries the device's state and emits the differences. One per open
// device.
class EventFilter {
 public:
  // Queries the device's state; returns false if that fails.
  using ReadState = std::function<bool(DeviceState&)>;

  // `state`: of the device when it was opened.
  explicit EventFilter(const DeviceState& state) : state_(state) {}

  // Returns the events to process for the events that were read from the device. If some were dropped, it
  // inserts events for the differences: releases, presses, axes, and a SYN_REPORT. If the query fails, these
  // are lost.
  std::vector<InputEvent> Take(const std::vector<InputEvent>& read, const ReadState& read_state);

  // The state after all events so far.
  const DeviceState& state() const { return state_; }

 private:
  void Follow(const InputEvent& event);
  void Resync(const DeviceState& now, std::vector<InputEvent>& heard);

  DeviceState state_;
  bool dropping_ = false;
};

}  // namespace guildhall
