#include <sys/eventfd.h>
#include <unistd.h>

#include <vector>

#include "spare-descriptors/spare_descriptors.h"

namespace guildhall {

bool HasSpareDescriptors(int count) {
  std::vector<int> opened;
  bool has_all = true;
  while (has_all && opened.size() < static_cast<std::size_t>(count)) {
    const int descriptor = eventfd(0, EFD_CLOEXEC);
    has_all = descriptor >= 0;
    if (has_all) opened.push_back(descriptor);
  }
  for (const int descriptor : opened) close(descriptor);
  return has_all;
}

}  // namespace guildhall
