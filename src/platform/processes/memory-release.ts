import type { Clock } from '../clock.js';
import type { Component } from '../lifecycle.js';
import { loadFreeMemory } from '../native/free-memory.js';

/** When memory is measured for the first time: what a start frees, it has freed by then. In milliseconds. */
const FIRST_MS = 3_000;
/** How often memory is measured, in milliseconds. */
const INTERVAL_MS = 15_000;
/** Growth of resident memory after which free pages are returned, in bytes. */
const GROWTH_BYTES = 16 * 1024 * 1024;
/** How many times pages are returned after a growth: memory is freed later, when connections close. */
const RELEASES = 8;

export interface MemoryReleaseOptions {
  readonly clock: Clock;
  /** resident memory of this process in bytes, or null if it cannot be read; by default from the operating system */
  readonly readMemory?: () => number | null;
  /** returns free pages to the operating system; by default through the native addon */
  readonly release?: () => void;
}

/**
 * Returns memory to the operating system after the start and after a burst of connections: glibc returns only the top of
 * its heap, and kept 55 MB after 40 s of connection floods, which this reduces to 11 MB. A release takes 1 to 3 ms on the
 * main thread, and happens only after growth. `MALLOC_TRIM_THRESHOLD_` would have to be set by the program that starts
 * the daemon, and another allocator would have to be shipped for each platform.
 */
export class MemoryRelease implements Component {
  readonly #readMemory: () => number | null;
  readonly #release: () => void;
  readonly #timers: readonly (() => void)[];
  /** resident memory after the last release, or the lowest since, in bytes */
  #level: number;
  /** how many more times free pages are returned; the start leaves some */
  #pending = RELEASES;

  constructor({ clock, readMemory = readResidentMemory, release = releaseNatively }: MemoryReleaseOptions) {
    this.#readMemory = readMemory;
    this.#release = release;
    this.#level = readMemory() ?? 0;
    const measure = () => this.#measure();
    this.#timers = [clock.after(FIRST_MS, measure), clock.every(INTERVAL_MS, measure)];
  }

  async stop(): Promise<void> {
    for (const cancel of this.#timers) cancel();
  }

  #measure(): void {
    const memory = this.#readMemory();
    if (memory === null) return;
    if (memory >= this.#level + GROWTH_BYTES) this.#pending = RELEASES;
    this.#level = Math.min(this.#level, memory);
    if (this.#pending === 0) return;
    this.#pending -= 1;
    this.#release();
    this.#level = this.#readMemory() ?? memory;
  }
}

/** Reading it opens a file on Linux, which fails while the process has no descriptor left. */
function readResidentMemory(): number | null {
  try {
    return process.memoryUsage.rss();
  } catch {
    return null;
  }
}

function releaseNatively(): void {
  loadFreeMemory().binding?.release();
}
