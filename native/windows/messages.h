#pragma once

#include <windows.h>

#include <functional>
#include <utility>

#include "listening/event_source.h"
#include "thread/thread.h"

namespace guildhall {

// A message-only window. It belongs to the thread that opens it, which has to receive and dispatch its
// messages, and to destroy it.
class MessageWindow {
 public:
  using OnMessage = std::function<void(UINT message, WPARAM first, LPARAM second)>;

  explicit MessageWindow(OnMessage on_message) : on_message_(std::move(on_message)) {}
  ~MessageWindow();
  MessageWindow(const MessageWindow&) = delete;
  MessageWindow& operator=(const MessageWindow&) = delete;

  // Returns false if Windows refuses it.
  bool Open();
  // Null unless it is open.
  HWND get() const { return window_; }

 private:
  static LRESULT CALLBACK Procedure(HWND window, UINT message, WPARAM first, LPARAM second);

  const OnMessage on_message_;
  HWND window_ = nullptr;
};

// A thread for windows, which are served by the thread that opened them.
class MessageThread {
 public:
  // Reports whether what the thread does could start. To be called once, and not after `Body` returned.
  using Ready = std::function<void(bool is_started)>;
  // Runs on the thread. It returns when `stop` is signaled, and after `ready(false)`.
  using Body = std::function<void(HANDLE stop, const Ready& ready)>;

  MessageThread() = default;
  // Signals `stop`, and waits for the end of the thread.
  ~MessageThread();
  MessageThread(const MessageThread&) = delete;
  MessageThread& operator=(const MessageThread&) = delete;

  // Call it once. Returns when the body has called `ready`.
  StartStatus Start(Body body);

  // Dispatches the messages of the calling thread, once there are any or `timeout_ms` is over. Returns
  // whether `stop` is signaled.
  static bool Dispatch(HANDLE stop, DWORD timeout_ms);

 private:
  HANDLE stop_ = nullptr;
  Thread thread_;
};

}  // namespace guildhall
