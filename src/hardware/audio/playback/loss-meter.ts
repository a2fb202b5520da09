import type { Clock } from '../../../platform/clock.js';

/** The loss of the last one to two of these intervals is measured, in milliseconds. */
const INTERVAL_MS = 3000;

interface Interval {
  readonly since: number;
  packets: number;
  lost: number;
}

/** Measures the fraction of packets that get lost. */
export class LossMeter {
  #now: Interval;
  #before: Interval;

  constructor(private readonly clock: Clock) {
    this.#now = this.#before = emptySince(clock.now());
  }

  /** A packet arrived in time, or did not. */
  count(isLost: boolean): void {
    this.#advance();
    this.#now.packets += 1;
    if (isLost) this.#now.lost += 1;
  }

  /** Of the last 3 to 6 seconds, 0–1. */
  get fraction(): number {
    this.#advance();
    const packets = this.#now.packets + this.#before.packets;
    return packets === 0 ? 0 : (this.#now.lost + this.#before.lost) / packets;
  }

  #advance(): void {
    const now = this.clock.now();
    const age = now - this.#now.since;
    if (age >= 0 && age < INTERVAL_MS) return;
    this.#before = age >= 0 && age < 2 * INTERVAL_MS ? this.#now : emptySince(now);
    this.#now = emptySince(now);
  }
}

function emptySince(since: number): Interval {
  return { since, packets: 0, lost: 0 };
}
