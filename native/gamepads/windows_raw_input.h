#pragma once

#include <functional>
#include <map>

#include "gamepads/pad_table.h"
#include "gamepads/windows_hid_pad.h"
#include "windows/messages.h"

namespace guildhall {

// Reads gamepads that XInput does not support, even if the focus is in another program. Used on one thread,
// which has to receive and dispatch its messages.
class RawInput {
 public:
  // `on_arrival` is called for each device, also for those that XInput supports.
  RawInput(const MappingDatabase& database, PadTable& pads, int first_pad, std::function<void()> on_arrival);
  ~RawInput();
  RawInput(const RawInput&) = delete;
  RawInput& operator=(const RawInput&) = delete;

  // Starts reading. Returns false if Windows refuses the window or the registration.
  bool Start();

 private:
  struct Device {
    int number;
    HidPad pad;
  };

  void Handle(UINT message, WPARAM first, LPARAM second);
  void Arrive(HANDLE device);
  void Remove(HANDLE device);
  void Receive(HRAWINPUT input);

  const MappingDatabase& database_;
  PadTable& pads_;
  int next_pad_;
  const std::function<void()> on_arrival_;
  std::map<HANDLE, Device> devices_;
  std::vector<char> buffer_;
  MessageWindow window_;
};

}  // namespace guildhall
