#pragma once

#include <functional>
#include <memory>

namespace guildhall {

// A thread whose start can fail. std::thread reports that by an exception, which the addon is built without
// and which would end the process.
class Thread {
 public:
  Thread();
  // Waits as `Join` does.
  ~Thread();
  Thread(const Thread&) = delete;
  Thread& operator=(const Thread&) = delete;

  // Runs `body` on a new thread. Gives false if the system has none left, e.g. by RLIMIT_NPROC. Not while it
  // runs.
  bool Start(std::function<void()> body);

  // Returns when the body has returned; at once where none was started. Not from the thread itself.
  void Join();

 private:
  struct Running;
  std::unique_ptr<Running> running_;
};

}  // namespace guildhall
