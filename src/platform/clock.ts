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
