#pragma once

namespace guildhall {

// Returns free pages that the allocator keeps for reuse to the operating system. Takes milliseconds, more
// after a burst of allocations. Returns whether any pages were returned.
bool ReleaseFreeMemory();

}  // namespace guildhall
