#include <windows.h>

#include "dynamic-library/dynamic_library.h"

namespace guildhall {

// Searches the folders of the program and of the system, neither PATH nor the current folder, where others
// may write.
DynamicLibrary::DynamicLibrary(const char* file_name)
    : handle_(LoadLibraryExA(file_name, nullptr, LOAD_LIBRARY_SEARCH_DEFAULT_DIRS)) {
  if (handle_ == nullptr) error_ = std::string(file_name) + ": error " + std::to_string(GetLastError());
}

DynamicLibrary::DynamicLibrary(const LibraryFile& file) : DynamicLibrary(file.windows_name) {}

void* DynamicLibrary::Symbol(const char* name) {
  if (handle_ == nullptr) return nullptr;
  const FARPROC symbol = GetProcAddress(static_cast<HMODULE>(handle_), name);
  if (symbol == nullptr && error_.empty()) error_ = std::string(name) + ": missing in the library";
  return reinterpret_cast<void*>(symbol);
}

}  // namespace guildhall
