#pragma once

#include <cerrno>

namespace guildhall {

// How the start of something that listens to the system went. Whatever is not started holds nothing open.
enum class StartStatus {
  kStarted,
  kOutOfDescriptors,  // the process or the system may open no more files
  kOutOfThreads,      // the user or the system may start no more threads
  kUnavailable,       // the system has no such service, or refuses it to this process
};

// Listens to the system from `Start` until it is destroyed, on threads of its own or of the system's. Its
// destructor waits for a call under way; none follows.
class EventSource {
 public:
  EventSource() = default;
  virtual ~EventSource() = default;
  EventSource(const EventSource&) = delete;
  EventSource& operator=(const EventSource&) = delete;

  // Once per source. It may call already before this returns.
  virtual StartStatus Start() = 0;
};

// Whether an errno says that no more descriptors are to be had.
inline bool IsExhausted(int error) { return error == EMFILE || error == ENFILE; }

// What a call of the system that failed with this errno means for the start.
inline StartStatus StatusOfError(int error) {
  return IsExhausted(error) ? StartStatus::kOutOfDescriptors : StartStatus::kUnavailable;
}

}  // namespace guildhall
