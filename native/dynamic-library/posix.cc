#include <dlfcn.h>

#include "dynamic-library/dynamic_library.h"

namespace guildhall {

DynamicLibrary::DynamicLibrary(const char* file_name) : handle_(dlopen(file_name, RTLD_NOW | RTLD_LOCAL)) {
  if (handle_ == nullptr) error_ = dlerror();
}

void* DynamicLibrary::Symbol(const char* name) {
  if (handle_ == nullptr) return nullptr;
  void* symbol = dlsym(handle_, name);
  if (symbol == nullptr && error_.empty()) error_ = dlerror();
  return symbol;
}

}  // namespace guildhall
