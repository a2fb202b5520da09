#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <utility>

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

// The one set of functions of a library, a struct with a member `library`, loaded when it is first asked for.
// Null while it cannot be loaded, and then `error`, if given, gets what is missing; asked again, it is looked
// for again: the process may only have lacked descriptors. Thread-safe.
template <typename Functions>
const Functions* LoadFunctions(std::string* error = nullptr) {
  static std::mutex mutex;
  static std::unique_ptr<const Functions> functions;
  const std::lock_guard<std::mutex> lock(mutex);
  if (functions == nullptr) {
    auto loaded = std::make_unique<const Functions>();
    if (loaded->library.error().empty()) {
      functions = std::move(loaded);
    } else if (error != nullptr) {
      *error = loaded->library.error();
    }
  }
  return functions.get();
}

}  // namespace guildhall
