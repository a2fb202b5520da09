#include <string>

#include "dynamic-library/dynamic_library.h"

namespace guildhall {
namespace {

// Where Homebrew installs libraries on Apple silicon; the system does not search there.
constexpr char kHomebrewFolder[] = "/opt/homebrew/lib/";

}  // namespace

DynamicLibrary::DynamicLibrary(const LibraryFile& file) : DynamicLibrary(file.macos_name) {
  if (handle_ != nullptr) return;
  const DynamicLibrary homebrew((kHomebrewFolder + std::string(file.macos_name)).c_str());
  if (homebrew.handle_ == nullptr) return;
  handle_ = homebrew.handle_;
  error_.clear();
}

}  // namespace guildhall
