import type { Clock } from './clock.js';

export interface HeartbeatOptions {
  /** milliseconds between beats */
  readonly intervalMs: number;
  /** beats in a row that may stay unanswered */
  readonly mostUnanswered: number;
  /** asks the other side for a sign of life */
  readonly beat: () => void;
  /** called once, when there was none; no beat follows */
  readonly dead: () => void;
}

/**
 * Watches whether the other side still answers. It counts unanswered beats, not time: a process that was held up itself does
 * not take its own delay for the other side's.
 */
export class Heartbeat {
  #unanswered = 0;
  readonly #cancel: () => void;

  constructor(clock: Clock, { beat, dead, intervalMs, mostUnanswered }: HeartbeatOptions) {
    this.#cancel = clock.every(intervalMs, () => {
      if (this.#unanswered >= mostUnanswered) {
        this.stop();
        dead();
        return;
      }
      this.#unanswered += 1;
      beat();
    });
  }

  /** The other side gave a sign of life. */
  answered(): void {
    this.#unanswered = 0;
  }

  stop(): void {
    this.#cancel();
  }
}
