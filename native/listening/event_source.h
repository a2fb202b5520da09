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

// Whether an errno says that no more descriptors are to be had.
inline bool IsExhausted(int error) { return error == EMFILE || error == ENFILE; }

// What a call of the system that failed with this errno means for the start.
inline StartStatus StatusOfError(int error) {
  return IsExhausted(error) ? StartStatus::kOutOfDescriptors : StartStatus::kUnavailable;
}

}  // namespace guildhall
