#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>

#include "input/held_keys.h"
#include "listening/event_source.h"
#include "windows/messages.h"

namespace guildhall {

// Keys and mouse buttons of Windows by raw input, wherever the focus is, except in a program with more
// rights. Keys are identified by their place, in any layout: by their scan code of set 1, with 0xe000 or
// 0xe100 added for those with a prefix. Auto-repeat and the wheel are left out.
class WindowsKeyListener : public EventSource {
 public:
  // Called on the listener's own thread. `code`: a scan code, or for a button of a mouse its number from 1
  // on: left, right, middle and two more. `from_start`: the key was down before.
  using OnKey = std::function<void(bool is_button, uint16_t code, bool down, bool from_start)>;

  explicit WindowsKeyListener(OnKey on_key);

  // Reports the keys that are down, then every change.
  StartStatus Start() override;

 private:
  bool Register(DWORD flags, HWND window) const;
  void ReportHeld();
  void Handle(UINT message, WPARAM first, LPARAM second);
  int NumberOf(HANDLE device);
  void OnKeyboard(int device, const RAWKEYBOARD& keyboard);
  void OnMouse(const RAWMOUSE& mouse);

  const OnKey on_key_;
  HeldKeys held_;
  std::map<HANDLE, int> devices_;
  int last_device_ = 0;
  // The last member: it ends before what its thread uses.
  MessageThread thread_;
};

// The character that a key types without modifiers in the layout of the window with the focus, in UTF-8, by
// its scan code. A dead key has its accent. Keys that type no visible character are left out.
std::map<uint16_t, std::string> ReadForegroundLayout();

}  // namespace guildhall
