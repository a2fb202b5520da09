import type { Clock } from './clock.js';
import type { Component } from './lifecycle.js';
import { loadNativeAddon } from './native.js';

/** How often memory is measured, in milliseconds. */
const INTERVAL_MS = 15_000;
/** Growth of resident memory after which free pages are returned, in bytes. */
const GROWTH_BYTES = 16 * 1024 * 1024;

export interface MemoryReleaseOptions {
  readonly clock: Clock;
  /** resident memory of this process, in bytes; by default as the system tells it */
  readonly readMemory?: () => number;
  /** returns free pages to the operating system; by default through the native addon */
  readonly release?: () => void;
}

/**
 * Returns memory to the operating system that a burst of connections used and freed: allocators keep it for reuse
 * (docs/adr/0017-freed-memory-is-returned.md).
 */
export function startMemoryRelease({
  clock,
  readMemory = () => process.memoryUsage.rss(),
  release = releaseNatively,
}: MemoryReleaseOptions): Component {
  let lowest = readMemory();
  const cancel = clock.every(INTERVAL_MS, () => {
    const memory = readMemory();
    if (memory < lowest + GROWTH_BYTES) {
      lowest = Math.min(lowest, memory);
      return;
    }
    release();
    // What is still in use is the new level: releasing again would find nothing.
    lowest = readMemory();
  });
  return { stop: async () => cancel() };
}

function releaseNatively(): void {
  loadNativeAddon().addon?.releaseFreeMemory();
}
