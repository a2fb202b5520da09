#include "dynamic-library/dynamic_library.h"

namespace guildhall {

DynamicLibrary::DynamicLibrary(const LibraryFile& file) : DynamicLibrary(file.linux_name) {}

}  // namespace guildhall
