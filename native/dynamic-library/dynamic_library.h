#pragma once

#include <string>

namespace guildhall {

// A shared library opened at run time, so that the addon builds and loads on machines that lack it.
// It is never unloaded: libraries with threads and thread-local state of their own do not survive that.
class DynamicLibrary {
 public:
  explicit DynamicLibrary(const char* file_name);

  // Empty if the library is there with every symbol asked for so far, else what is missing, e.g.
  // "libpulse.so.0: cannot open shared object file: No such file or directory".
  const std::string& error() const { return error_; }

  // Sets `function` to the symbol of this name; if there is none, to null, and `error()` tells.
  template <typename Function>
  void Load(Function*& function, const char* name) {
    function = reinterpret_cast<Function*>(Symbol(name));
  }

 private:
  void* Symbol(const char* name);

  void* handle_;
  std::string error_;
};

}  // namespace guildhall
