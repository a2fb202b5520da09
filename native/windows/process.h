#pragma once

#include <windows.h>

#include <string>
#include <utility>

namespace guildhall {

// Closes a handle at the end of its scope.
class Handle {
 public:
  explicit Handle(HANDLE handle = nullptr) : handle_(handle) {}
  ~Handle() {
    if (is_open()) CloseHandle(handle_);
  }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  // Functions of Windows return one or the other if they fail.
  bool is_open() const { return handle_ != nullptr && handle_ != INVALID_HANDLE_VALUE; }
  HANDLE get() const { return handle_; }
  HANDLE* Receive() { return &handle_; }
  HANDLE Release() { return std::exchange(handle_, nullptr); }

 private:
  HANDLE handle_;
};

// A SID such as "S-1-5-18"; empty if it is invalid.
std::string SidText(PSID sid);

// The SID of the user of this process; empty if it is unknown.
std::string OwnUser();

// The SID of a process's user; empty if the process has ended or the system does not tell this process. Also
// found for a process with more rights, e.g. of the same person as administrator.
std::string UserOfProcess(DWORD pid);

// The path of the program that a process runs; empty if it has ended or the system does not tell this
// process.
std::string ProgramOfProcess(DWORD pid);

}  // namespace guildhall
