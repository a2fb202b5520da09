#pragma once

#include <functional>
#include <vector>

#include "evdev/input_event.h"

namespace guildhall {

// Recovers from events that the kernel dropped because nobody read them in time (SYN_DROPPED): ignores the
// rest of the broken report, then asks for the device's state and tells what changed meanwhile. One per open
// device.
class EventFilter {
 public:
  // Asks the device for its state; gives false if it does not tell.
  using ReadState = std::function<bool(DeviceState&)>;

  // `state`: of the device when it was opened.
  explicit EventFilter(const DeviceState& state) : state_(state) {}

  // Gives what is to be heard of the events that were read from the device, and if some were dropped, the
  // ones that lead over them: releases, presses, axes, and a SYN_REPORT. Without an answer from the device
  // those are lost.
  std::vector<InputEvent> Take(const std::vector<InputEvent>& read, const ReadState& read_state);

  // As told by all events so far.
  const DeviceState& state() const { return state_; }

 private:
  void Follow(const InputEvent& event);
  void Resync(const DeviceState& now, std::vector<InputEvent>& heard);

  DeviceState state_;
  bool dropping_ = false;
};

}  // namespace guildhall
