import type { Clock } from '#guildhall/platform/clock.js';
import { ManualClock } from '../../hardware/support/manual-clock.js';

/** When the service of a test begins: late enough for snowflakes. */
const BEGINNING = Date.UTC(2026, 0, 1);

const HOUR = 3_600_000;

/** A clock for the service that moves when the test says so. */
export class ServiceClock implements Clock {
  readonly #manual = new ManualClock();
  #skipped = 0;

  now(): number {
    return BEGINNING + this.#skipped + this.#manual.now();
  }

  after(ms: number, callback: () => void): () => void {
    return this.#manual.after(ms, callback);
  }

  every(ms: number, callback: () => void): () => void {
    return this.#manual.every(ms, callback);
  }

  /** The machine slept: time has passed, and no timer has run. */
  skip(ms: number): void {
    this.#skipped += ms;
  }

  advance(ms: number): Promise<void> {
    return this.#manual.advance(ms);
  }

  /** Days pass. Timers run in the last hour of them alone: sweeps of every few seconds would run a hundred thousand times. */
  pass(ms: number): Promise<void> {
    this.skip(Math.max(0, ms - HOUR));
    return this.advance(Math.min(ms, HOUR));
  }
}
