#include <malloc.h>

#include "free-memory/free_memory.h"

namespace guildhall {

bool ReleaseFreeMemory() { return _heapmin() == 0; }

}  // namespace guildhall
