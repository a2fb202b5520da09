import type { Clock } from '../platform/clock.js';

/** The longest delay of a Node.js timer, in milliseconds. */
const MAX_TIMER = 2 ** 31 - 1;

/**
 * The deadlines of many connections with one timer, which is set for the earliest of them. A timer for each would cost
 * more memory than the rest of what is known about an idle connection.
 */
export class Deadlines<Key> {
  /** milliseconds since the Unix epoch */
  readonly #times = new Map<Key, number>();
  /** when the timer fires: at the earliest deadline or before it */
  #firesAt = Number.POSITIVE_INFINITY;
  #cancelTimer: () => void = () => {};
  /** the time when it was asked for last */
  #now = Number.NEGATIVE_INFINITY;

  /** @param expire called once for each deadline that has passed */
  constructor(
    private readonly clock: Clock,
    private readonly expire: (key: Key) => void,
  ) {}

  /** Sets or replaces the deadline of a key. @param time milliseconds since the Unix epoch */
  set(key: Key, time: number): void {
    this.#lookAtClock();
    this.#times.set(key, time);
    if (time < this.#firesAt) this.#startTimer(time);
  }

  /** Removes the deadline of a key, if it has one. */
  delete(key: Key): void {
    this.#times.delete(key);
    if (this.#times.size === 0) this.#stopTimer();
  }

  /** The time. If it was set back, the deadlines are as far ahead as they were before. */
  #lookAtClock(): number {
    const now = this.clock.now();
    const back = this.#now - now;
    this.#now = now;
    if (back > 0) {
      for (const [key, time] of this.#times) this.#times.set(key, time - back);
      this.#firesAt -= back;
    }
    return now;
  }

  #startTimer(time: number): void {
    this.#stopTimer();
    this.#firesAt = time;
    const ms = Math.min(Math.max(0, time - this.#lookAtClock()), MAX_TIMER);
    this.#cancelTimer = this.clock.after(ms, () => this.#expireAll());
  }

  #stopTimer(): void {
    this.#cancelTimer();
    this.#cancelTimer = () => {};
    this.#firesAt = Number.POSITIVE_INFINITY;
  }

  #expireAll(): void {
    this.#firesAt = Number.POSITIVE_INFINITY;
    const now = this.#lookAtClock();
    const due = [...this.#times].filter(([, time]) => time <= now);
    for (const [key] of due) this.#times.delete(key);
    for (const [key] of due) this.expire(key);
    let earliest = Number.POSITIVE_INFINITY;
    for (const time of this.#times.values()) earliest = Math.min(earliest, time);
    if (earliest < this.#firesAt) this.#startTimer(earliest);
  }
}
