#pragma once

namespace guildhall {

// Returns pages that the allocator keeps for reuse to the operating system. Takes milliseconds, more after a
// burst of allocations. Gives whether any were returned.
bool ReleaseFreeMemory();

}  // namespace guildhall
