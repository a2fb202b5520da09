#include <pthread.h>

#include <utility>

#include "thread/thread.h"

namespace guildhall {

struct Thread::Running {
  std::function<void()> body;
  pthread_t thread;

  static void* Run(void* self) {
    static_cast<Running*>(self)->body();
    return nullptr;
  }
};

Thread::Thread() = default;

Thread::~Thread() { Join(); }

bool Thread::Start(std::function<void()> body) {
  auto running = std::make_unique<Running>(Running{std::move(body), {}});
  if (pthread_create(&running->thread, nullptr, Running::Run, running.get()) != 0) return false;
  running_ = std::move(running);
  return true;
}

void Thread::Join() {
  if (running_ == nullptr) return;
  pthread_join(running_->thread, nullptr);
  running_.reset();
}

}  // namespace guildhall
