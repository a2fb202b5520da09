import type { Clock } from '#guildhall/platform/clock.js';

interface Timer {
  at: number;
  callback: () => void;
  repeatMs: number | null;
}

/** A clock that moves when the test says so. */
export class ManualClock implements Clock {
  #now: number;
  readonly #timers = new Set<Timer>();

  /** @param start in milliseconds since the Unix epoch */
  constructor(start = 1_000_000) {
    this.#now = start;
  }

  now(): number {
    return this.#now;
  }

  after(ms: number, callback: () => void): () => void {
    return this.#add({ at: this.#now + ms, callback, repeatMs: null });
  }

  every(ms: number, callback: () => void): () => void {
    return this.#add({ at: this.#now + ms, callback, repeatMs: ms });
  }

  /** How many timers are set. */
  get timers(): number {
    return this.#timers.size;
  }

  /** Lets time pass; every timer that is due fires in its order, and what it set off settles before the next. */
  async advance(ms: number): Promise<void> {
    const end = this.#now + ms;
    for (;;) {
      await settle();
      const next = [...this.#timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
      if (next === undefined) break;
      this.#now = Math.max(this.#now, next.at);
      if (next.repeatMs === null) this.#timers.delete(next);
      else next.at += next.repeatMs;
      next.callback();
    }
    // Another call may have moved it further meanwhile.
    this.#now = Math.max(this.#now, end);
    await settle();
  }

  #add(timer: Timer): () => void {
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }
}

/** Lets everything that waits for nothing but its turn continue. */
export function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
