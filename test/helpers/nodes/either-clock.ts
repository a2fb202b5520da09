import { type Clock, systemClock } from '#guildhall/platform/clock.js';

/**
 * The longest interval that passes in real time alone by default, in milliseconds: nodes renew leases and look at each other every few
 * seconds, and a test that moves its clock by days would make them do that several hundred thousand times.
 */
const REAL_TIME_MS = 5000;

/**
 * A clock for nodes over a real database, whose leases end in real time: its timers call back when the clock of the test
 * or the system says so, whichever is first. The time is that of the test.
 */
export class EitherClock implements Clock {
  /** @param realTimeMs the longest interval that passes in real time alone */
  constructor(
    private readonly clock: Clock,
    private readonly realTimeMs = REAL_TIME_MS,
  ) {}

  now(): number {
    return this.clock.now();
  }

  after(ms: number, callback: () => void): () => void {
    const once = () => {
      cancel();
      callback();
    };
    const timers = [systemClock.after(ms, once), this.clock.after(ms, once)];
    const cancel = () => {
      for (const cancelTimer of timers) cancelTimer();
    };
    return cancel;
  }

  every(ms: number, callback: () => void): () => void {
    const timers = [systemClock.every(ms, callback)];
    if (ms > this.realTimeMs) timers.push(this.clock.every(ms, callback));
    return () => {
      for (const cancelTimer of timers) cancelTimer();
    };
  }
}
