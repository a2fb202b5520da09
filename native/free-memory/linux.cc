#include <malloc.h>

#include "free-memory/free_memory.h"

namespace guildhall {

bool ReleaseFreeMemory() {
#ifdef __GLIBC__
  return malloc_trim(0) == 1;
#else
  // musl returns pages by itself.
  return false;
#endif
}

}  // namespace guildhall
