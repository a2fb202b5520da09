import type { Clock } from '../clock.js';

export interface HeartbeatOptions {
  /** milliseconds between beats */
  readonly intervalMs: number;
  /** consecutive heartbeats that may stay unanswered */
  readonly mostUnanswered: number;
  /** sends a heartbeat */
  readonly beat: () => void;
  /** called once when too many were unanswered; no heartbeat follows */
  readonly dead: () => void;
}

/**
 * Checks that a peer still answers. It counts unanswered heartbeats, not time, so that a delay of this process does not
 * count against the peer.
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

  /** Records that the peer answered. */
  answered(): void {
    this.#unanswered = 0;
  }

  stop(): void {
    this.#cancel();
  }
}
