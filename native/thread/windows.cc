// UNTESTED: compiled for Windows, never run there.
#include <process.h>
#include <windows.h>

#include <utility>

#include "thread/thread.h"

namespace guildhall {

struct Thread::Running {
  std::function<void()> body;
  HANDLE thread;

  static unsigned __stdcall Run(void* self) {
    static_cast<Running*>(self)->body();
    return 0;
  }
};

Thread::Thread() = default;

Thread::~Thread() { Join(); }

bool Thread::Start(std::function<void()> body) {
  auto running = std::make_unique<Running>(Running{std::move(body), nullptr});
  running->thread =
      reinterpret_cast<HANDLE>(_beginthreadex(nullptr, 0, Running::Run, running.get(), 0, nullptr));
  if (running->thread == nullptr) return false;
  running_ = std::move(running);
  return true;
}

void Thread::Join() {
  if (running_ == nullptr) return;
  WaitForSingleObject(running_->thread, INFINITE);
  CloseHandle(running_->thread);
  running_.reset();
}

}  // namespace guildhall
