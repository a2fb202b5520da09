import { bindingLoader } from './binding.js';

/** The allocator of this process (native/free-memory/free_memory.h). */
export interface FreeMemoryBinding {
  /**
   * Returns free pages of the allocator to the operating system; takes milliseconds. @returns whether any were returned
   */
  release(): boolean;
}

export const loadFreeMemory = bindingLoader<FreeMemoryBinding>('freeMemory', ['release']);
