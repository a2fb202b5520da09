#pragma once

#include <vector>

#include "evdev/input_event.h"

namespace guildhall {

// Recovers from events that the kernel dropped because nobody read them in time (SYN_DROPPED): ignores the
// rest of the broken report, then has the device's state asked for and tells what changed meanwhile. One per
// open device.
class EventFilter {
 public:
  enum class Verdict {
    kPass,
    kIgnore,
    // Ignore it too; ask the device for its state, and go on with `Resync`.
    kResync,
  };

  // `state`: of the device when it was opened.
  explicit EventFilter(const DeviceState& state) : state_(state) {}

  // Takes the next event of the device.
  Verdict Take(const InputEvent& event);

  // Gives the events that lead from the last known state to `now`: releases, presses, axes, and a SYN_REPORT
  // if there are any.
  std::vector<InputEvent> Resync(const DeviceState& now);

  // As told by all events so far.
  const DeviceState& state() const { return state_; }

 private:
  DeviceState state_;
  bool dropping_ = false;
};

}  // namespace guildhall
