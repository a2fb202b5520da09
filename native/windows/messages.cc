#include "windows/messages.h"

#include <future>

namespace guildhall {
namespace {

constexpr wchar_t kClass[] = L"GuildhallMessages";

}  // namespace

MessageWindow::~MessageWindow() {
  if (window_ != nullptr) DestroyWindow(window_);
}

bool MessageWindow::Open() {
  WNDCLASSEXW kind{};
  kind.cbSize = sizeof kind;
  kind.lpfnWndProc = Procedure;
  kind.hInstance = GetModuleHandleW(nullptr);
  kind.lpszClassName = kClass;
  if (RegisterClassExW(&kind) == 0 && GetLastError() != ERROR_CLASS_ALREADY_EXISTS) return false;
  window_ = CreateWindowExW(0, kClass, L"", 0, 0, 0, 0, 0, HWND_MESSAGE, nullptr, kind.hInstance, nullptr);
  if (window_ == nullptr) return false;
  SetWindowLongPtrW(window_, GWLP_USERDATA, reinterpret_cast<LONG_PTR>(this));
  return true;
}

LRESULT CALLBACK MessageWindow::Procedure(HWND window, UINT message, WPARAM first, LPARAM second) {
  const auto* self = reinterpret_cast<MessageWindow*>(GetWindowLongPtrW(window, GWLP_USERDATA));
  if (self != nullptr) self->on_message_(message, first, second);
  return DefWindowProcW(window, message, first, second);
}

MessageThread::~MessageThread() {
  if (stop_ == nullptr) return;
  SetEvent(stop_);
  thread_.Join();
  CloseHandle(stop_);
}

StartStatus MessageThread::Start(Body body) {
  stop_ = CreateEventW(nullptr, TRUE, FALSE, nullptr);
  if (stop_ == nullptr) return StartStatus::kOutOfDescriptors;
  std::promise<bool> started;
  std::future<bool> result = started.get_future();
  const Ready ready = [&started](bool is_started) { started.set_value(is_started); };
  const HANDLE stop = stop_;
  if (!thread_.Start([body, stop, ready] { body(stop, ready); })) return StartStatus::kOutOfThreads;
  return result.get() ? StartStatus::kStarted : StartStatus::kUnavailable;
}

bool MessageThread::Dispatch(HANDLE stop, DWORD timeout_ms) {
  if (MsgWaitForMultipleObjects(1, &stop, FALSE, timeout_ms, QS_ALLINPUT) == WAIT_OBJECT_0) return true;
  MSG message;
  while (PeekMessageW(&message, nullptr, 0, 0, PM_REMOVE)) DispatchMessageW(&message);
  return false;
}

}  // namespace guildhall
