#pragma once

#include <cerrno>

namespace guildhall {

// The result of starting to listen to the system. If the start fails, nothing stays open.
enum class StartStatus {
  kStarted,
  kOutOfDescriptors,  // the process or the system may open no more files
  kOutOfThreads,      // the user or the system may start no more threads
  kUnavailable,       // the system has no such service, or refuses it to this process
};

// Listens to the system from `Start` until it is destroyed, on its own threads or on those of the system. Its
// destructor waits for a running callback; no callback follows.
class EventSource {
 public:
  EventSource() = default;
  virtual ~EventSource() = default;
  EventSource(const EventSource&) = delete;
  EventSource& operator=(const EventSource&) = delete;

  // Call it once. Callbacks may run before it returns.
  virtual StartStatus Start() = 0;
};

// Whether an errno means that no more descriptors are available.
inline bool IsExhausted(int error) { return error == EMFILE || error == ENFILE; }

// The start result for a system call that failed with this errno.
inline StartStatus StatusOfError(int error) {
  return IsExhausted(error) ? StartStatus::kOutOfDescriptors : StartStatus::kUnavailable;
}

}  // namespace guildhall
