#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <utility>

namespace guildhall {

// The file names of a library that exists for all systems.
struct LibraryFile {
  const char* linux_name;
  const char* macos_name;
  const char* windows_name;
};

// A shared library opened at run time, so that the addon builds and loads on machines without it. It is never
// unloaded, because libraries with threads and thread-local state do not support that.
class DynamicLibrary {
 public:
  explicit DynamicLibrary(const char* file_name);
  explicit DynamicLibrary(const LibraryFile& file);

  // Empty if the library and all symbols requested so far were found, otherwise the error, e.g.
  // "libpulse.so.0: cannot open shared object file: No such file or directory".
  const std::string& error() const { return error_; }

  // Sets `function` to the symbol of this name; if there is none, sets it to null and sets `error()`.
  template <typename Function>
  void Load(Function*& function, const char* name) {
    function = reinterpret_cast<Function*>(Symbol(name));
  }

 private:
  void* Symbol(const char* name);

  void* handle_;
  std::string error_;
};

// The functions of a library: a struct with a member `library`, which is loaded on first use and shared.
// Returns null if it cannot be loaded, and then sets `error`, if given; the next call tries again, because
// the process may only have lacked descriptors. Thread-safe.
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
