import type { Clock } from '../../platform/clock.js';

const BEATS = 4;

/**
 * Watches whether a driver's process still answers. It counts unanswered pings, not time, so a daemon that was itself
 * held up does not take its own delay for the driver's.
 */
export class Heartbeat {
  #unanswered = 0;
  readonly #cancel: () => void;

  /**
   * @param patienceMs how long the process may be silent, in milliseconds
   * @param ping asks the process for a sign of life
   * @param silent called once, when it has given none
   */
  constructor(clock: Clock, patienceMs: number, ping: () => void, silent: () => void) {
    this.#cancel = clock.every(patienceMs / BEATS, () => {
      if (this.#unanswered >= BEATS) {
        this.stop();
        silent();
        return;
      }
      this.#unanswered += 1;
      ping();
    });
  }

  /** The process said something. */
  heard(): void {
    this.#unanswered = 0;
  }

  stop(): void {
    this.#cancel();
  }
}
