import { BackOff } from '../../platform/back-off.js';

const FIRST_MS = 50;
const FIRST_UNAVAILABLE_MS = 2000;
const LONGEST_MS = 30_000;
const HEALTHY_MS = 1000;

/**
 * How long to wait before a driver that is still needed is started again. The first death of a driver that had been
 * working costs next to nothing; one that dies again and again is tried less and less often.
 */
export class DriverBackOff {
  readonly #backOff = new BackOff({ firstMs: FIRST_MS, longestMs: LONGEST_MS });

  /** deaths in a row, none of them after a while of health */
  get failures(): number {
    return this.#backOff.failures;
  }

  /** @param ranMs how long it had been running, in milliseconds; 0 if it never came up. @returns milliseconds to wait */
  died(ranMs: number): number {
    if (ranMs >= HEALTHY_MS) this.reset();
    return this.#backOff.next();
  }

  /** What is missing seldom comes back within moments. @returns milliseconds to wait */
  unavailable(): number {
    return this.#backOff.next(FIRST_UNAVAILABLE_MS);
  }

  reset(): void {
    this.#backOff.reset();
  }
}
