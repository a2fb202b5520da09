import { BackOff } from '../../platform/async/back-off.js';

const FIRST_MS = 50;
const FIRST_UNAVAILABLE_MS = 2000;
const MAX_MS = 30_000;
const HEALTHY_MS = 1000;

/**
 * Delays before a driver that is still needed is restarted. The first crash after a healthy run is restarted at once;
 * repeated crashes wait longer and longer.
 */
export class DriverBackOff {
  readonly #backOff = new BackOff({ firstMs: FIRST_MS, longestMs: MAX_MS });

  /** consecutive crashes; 0 after a healthy run */
  get failures(): number {
    return this.#backOff.failures;
  }

  /** @param ranMs how long it ran, in milliseconds; 0 if it never became ready. @returns milliseconds to wait */
  died(ranMs: number): number {
    if (ranMs >= HEALTHY_MS) this.reset();
    return this.#backOff.next();
  }

  /** What is missing rarely appears within moments. @returns milliseconds to wait */
  unavailable(): number {
    return this.#backOff.next(FIRST_UNAVAILABLE_MS);
  }

  reset(): void {
    this.#backOff.reset();
  }
}
