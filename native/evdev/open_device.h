#pragma once

#include <string>
#include <vector>

#include "evdev/device_info.h"
#include "evdev/input_event.h"

namespace guildhall {

// The properties of an absolute axis (EVIOCGABS).
struct AxisRange {
  int32_t minimum = 0;
  int32_t maximum = 0;
  int32_t fuzz = 0;
  int32_t flat = 0;
  int32_t resolution = 0;
};

// The events that a reader needs, so that it is not woken for others, e.g. by mouse movements.
enum class Wanted { kKeys, kKeysAndAxes };

// An event node opened for reading. It is not grabbed: other programs still receive its events.
class OpenDevice {
 public:
  // Opens a node, e.g. "event3"; `error()` returns the result.
  OpenDevice(const std::string& node, Wanted wanted);
  ~OpenDevice();
  OpenDevice(const OpenDevice&) = delete;
  OpenDevice& operator=(const OpenDevice&) = delete;

  int fd() const { return fd_; }
  // An errno; 0 if it is open.
  int error() const { return error_; }

  // Makes the kernel discard the events of all other absolute axes, if it supports that.
  void HearAxes(const AxisBits& axes);

  // Appends the available events. Returns false if the device was removed.
  bool Read(std::vector<InputEvent>& events);

  // Queries the pressed keys and the positions of these axes. Returns false if that fails.
  bool ReadState(const AxisBits& axes, DeviceState& state);

  // The range of an axis; all zeros if the query fails.
  AxisRange RangeOf(uint16_t axis);

 private:
  int fd_;
  int error_;
};

}  // namespace guildhall
