import type { Clock } from '../../platform/clock.js';

/** The clock of browsers and Node.js. Its timers keep a program running, e.g. one that waits to reconnect. */
export const runtimeClock: Clock = {
  now: () => Date.now(),
  after(ms, callback) {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
  every(ms, callback) {
    const timer = setInterval(callback, ms);
    return () => clearInterval(timer);
  },
};
