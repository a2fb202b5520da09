import type { Clock } from '../platform/clock.js';

/** Beats at an interval and notices when the other side no longer answers (docs/gateway.md). */
export class Heartbeat {
  #answered = true;
  readonly stop: () => void;

  /** @param interval milliseconds */
  constructor(clock: Clock, interval: number, on: { beat(): void; dead(): void }) {
    this.stop = clock.every(interval, () => {
      if (!this.#answered) {
        on.dead();
        return;
      }
      this.#answered = false;
      on.beat();
    });
  }

  acknowledge(): void {
    this.#answered = true;
  }
}
