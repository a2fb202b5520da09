#pragma once

#include <map>

#include "gamepads/pad_table.h"
#include "gamepads/windows_hid_pad.h"

namespace guildhall {

// Reads gamepads that XInput does not support, also while other programs have the focus. Lives on one thread,
// which has to take and dispatch its messages.
class RawInput {
 public:
  RawInput(const MappingDatabase& database, PadTable& pads, int first_pad);
  ~RawInput();
  RawInput(const RawInput&) = delete;
  RawInput& operator=(const RawInput&) = delete;

  // Begins. Gives false if Windows refuses it a window or its input.
  bool Start();

 private:
  struct Device {
    int number;
    HidPad pad;
  };

  static LRESULT CALLBACK Procedure(HWND window, UINT message, WPARAM first, LPARAM second);
  void Arrive(HANDLE device);
  void Remove(HANDLE device);
  void Receive(HRAWINPUT input);

  const MappingDatabase& database_;
  PadTable& pads_;
  int next_pad_;
  HWND window_ = nullptr;
  std::map<HANDLE, Device> devices_;
  std::vector<char> buffer_;
};

}  // namespace guildhall
