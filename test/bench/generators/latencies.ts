import { percentile } from '../kernel/statistics.js';
import type { Latency } from './load.js';

/** How long the operations of a round take. */
export class Latencies {
  readonly #milliseconds: number[] = [];

  /** An operation begins. @returns what to call at its end; it calls `onDone` */
  time(onDone: () => void): () => void {
    const began = performance.now();
    return () => {
      this.#milliseconds.push(performance.now() - began);
      onDone();
    };
  }

  summarize(): Latency {
    return { p50: percentile(this.#milliseconds, 0.5), p99: percentile(this.#milliseconds, 0.99) };
  }
}
