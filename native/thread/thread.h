#pragma once

#include <functional>
#include <memory>

namespace guildhall {

// A thread whose start can fail. std::thread reports that by an exception; the addon is compiled without
// exceptions, so it would end the process.
class Thread {
 public:
  Thread();
  // Waits as `Join` does.
  ~Thread();
  Thread(const Thread&) = delete;
  Thread& operator=(const Thread&) = delete;

  // Runs `body` on a new thread. Returns false if the system cannot create one, e.g. because of RLIMIT_NPROC.
  // Must not be called while the thread runs.
  bool Start(std::function<void()> body);

  // Returns when the body has returned; immediately if no thread was started. Must not be called on the
  // thread itself.
  void Join();

 private:
  struct Running;
  std::unique_ptr<Running> running_;
};

}  // namespace guildhall
