import type { Clock } from './clock.js';
import type { Component } from './lifecycle.js';
import { loadFreeMemory } from './native/free-memory.js';

/** How often memory is measured, in milliseconds. */
const INTERVAL_MS = 15_000;
/** Growth of resident memory after which free pages are returned, in bytes. */
const GROWTH_BYTES = 16 * 1024 * 1024;
/** How many times pages are returned after a growth: memory is freed later, when connections close. */
const RELEASES = 8;

export interface MemoryReleaseOptions {
  readonly clock: Clock;
  /** resident memory of this process in bytes; by default from the operating system */
  readonly readMemory?: () => number;
  /** returns free pages to the operating system; by default through the native addon */
  readonly release?: () => void;
}

/**
 * Returns memory to the operating system after a burst of connections: allocators would keep it for reuse
 * (docs/adr/0017-freed-memory-is-returned.md).
 */
export function startMemoryRelease({
  clock,
  readMemory = () => process.memoryUsage.rss(),
  release = releaseNatively,
}: MemoryReleaseOptions): Component {
  let level = readMemory();
  let releases = 0;
  const cancel = clock.every(INTERVAL_MS, () => {
    const memory = readMemory();
    if (memory >= level + GROWTH_BYTES) releases = RELEASES;
    level = Math.min(level, memory);
    if (releases === 0) return;
    releases -= 1;
    release();
    level = readMemory();
  });
  return { stop: async () => cancel() };
}

function releaseNatively(): void {
  loadFreeMemory().binding?.release();
}
