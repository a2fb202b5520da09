#include "free-memory/free_memory.h"

#include <malloc/malloc.h>

namespace guildhall {

bool ReleaseFreeMemory() { return malloc_zone_pressure_relief(nullptr, 0) > 0; }

}  // namespace guildhall
