/** Time as the daemon sees it; tests hand in their own. */
export interface Clock {
  /** milliseconds since the Unix epoch */
  now(): number;
  /** calls back once after `ms` milliseconds; the returned function takes it back */
  after(ms: number, callback: () => void): () => void;
  /** calls back every `ms` milliseconds until the returned function is called */
  every(ms: number, callback: () => void): () => void;
}

/** The machine's clock. Its timers do not keep the process alive: servers and sockets do that. */
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
