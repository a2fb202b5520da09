#pragma once

#include <cstdint>
#include <functional>

#include "input/held_keys.h"
#include "listening/event_source.h"
#include "thread/thread.h"

namespace guildhall {

struct XInput;
struct XDisplayHandle;

// Whether the X display that DISPLAY names reports raw key events by the kernel's codes: XInput 2.1, and X
// key codes that are 8 above those of the kernel. Blocks until the server answers.
bool HasXInput();

// Keys and mouse buttons of the X display that DISPLAY names, by their codes in linux/input-event-codes.h,
// also those without a key symbol. Auto-repeat and the wheel are left out. If the server ends, so does the
// process.
class XKeyListener : public EventSource {
 public:
  // Called on the starting thread until the start is done, then on the listener's own. `from_start`: the key
  // was down before.
  using OnKey = std::function<void(uint16_t code, bool down, bool from_start)>;

  explicit XKeyListener(OnKey on_key);
  ~XKeyListener() override;

  // Reports the keys that are down, then every change.
  StartStatus Start() override;

 private:
  bool Open();
  void Run();
  void OnEvent(int type, int device, int detail);

  const OnKey on_key_;
  HeldKeys held_;
  const XInput* x_ = nullptr;
  XDisplayHandle* display_ = nullptr;
  int opcode_ = 0;
  int stop_ = -1;
  Thread thread_;
};

}  // namespace guildhall
