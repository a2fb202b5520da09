#pragma once

#include <string>
#include <vector>

#include "evdev/device_info.h"
#include "evdev/input_event.h"

namespace guildhall {

// What an absolute axis can tell (EVIOCGABS).
struct AxisRange {
  int32_t minimum = 0;
  int32_t maximum = 0;
  int32_t fuzz = 0;
  int32_t flat = 0;
  int32_t resolution = 0;
};

// Which events a reader wants, so that it is not woken for others, e.g. by a mouse that moves.
enum class Wanted { kKeys, kKeysAndAxes };

// An event node that is open for reading. It is not grabbed: other programs still receive its events.
class OpenDevice {
 public:
  // Opens a node, e.g. "event3"; `error()` tells whether that worked.
  OpenDevice(const std::string& node, Wanted wanted);
  ~OpenDevice();
  OpenDevice(const OpenDevice&) = delete;
  OpenDevice& operator=(const OpenDevice&) = delete;

  int fd() const { return fd_; }
  // An errno; 0 if it is open.
  int error() const { return error_; }

  // Has the kernel keep the events of all other absolute axes to itself, where it can.
  void HearAxes(const AxisBits& axes);

  // Appends what there is to read. Gives false if the device is gone.
  bool Read(std::vector<InputEvent>& events);

  // Asks for what is down and where these axes stand. Gives false if the device does not tell.
  bool ReadState(const AxisBits& axes, DeviceState& state);

  // The range of an axis; all zeroes if the device does not tell.
  AxisRange RangeOf(uint16_t axis);

 private:
  int fd_;
  int error_;
};

}  // namespace guildhall
