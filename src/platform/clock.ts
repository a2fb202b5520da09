/** The current time and timers; tests pass their own. */
export interface Clock {
  /** milliseconds since the Unix epoch */
  now(): number;
  /** calls back once after `ms` milliseconds; the returned function cancels the timer */
  after(ms: number, callback: () => void): () => void;
  /** calls back every `ms` milliseconds until the returned function is called */
  every(ms: number, callback: () => void): () => void;
}

/** The system clock. Its timers do not keep the process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, callback) {
    const timer = setTimeout(callback, ms).unref();
    return () => clearTimeout(timer);
  },
  every(ms, callback) {
    const timer = setInterval(callback, ms).unref();
    return () => clearInterval(timer);
  },
};

/**
 * Whether a span of time has passed. The system's time may be set back, by years if it was wrong: what was noted before is then in
 * the future, and as far from now as if it were long ago.
 *
 * @param since when it began, as `now` in milliseconds
 */
export function hasPassed(now: number, since: number, ms: number): boolean {
  return Math.abs(now - since) >= ms;
}

/** Whether a time has not come yet, and is not further away than it can have been set. @param ms the maximum distance */
export function isAhead(now: number, until: number, ms: number): boolean {
  return now < until && until - now <= ms;
}
