import { TokenBucket } from '../../platform/async/token-bucket.js';
import type { Clock } from '../../platform/clock.js';

export interface FramePaceLimits {
  /** average rate, in units of work per second */
  readonly perSecond: number;
  /** burst, in units of work */
  readonly burst: number;
}

/**
 * How long frames are handled before other connections get their turn, in milliseconds. Node.js reads up to 2 MB of one
 * connection in a row, which may be thousands of events, each for a thousand subscribers
 * (docs/adr/0040-long-runs-of-frames-are-interrupted.md).
 */
export const TURN_MS = 20;

/** A connection that can be paused. */
export interface PausableSource {
  pause(): void;
  resume(): void;
}

interface Pause {
  readonly source: PausableSource;
  cancel(): void;
}

/**
 * Reads the frames of a server within a budget of work, over all of the connections to it (docs/gateway.md, Remote
 * services). A frame is charged after it was handled, so a single frame may exceed the budget; later frames wait in the
 * server until the debt is repaid. Frames that are handled in a row for longer than 20 ms are interrupted for one turn of
 * the event loop, so that the answers to other connections do not wait for all of them.
 */
export class FramePace {
  readonly #budget: TokenBucket;
  #pause: Pause | null = null;
  /** when the first frame of this turn of the event loop was handled; milliseconds since the Unix epoch */
  #turnBegan: number | null = null;

  constructor(
    { perSecond, burst }: FramePaceLimits,
    private readonly clock: Clock,
  ) {
    this.#budget = new TokenBucket(perSecond, burst, () => clock.now());
  }

  get isPausing(): boolean {
    return this.#pause !== null;
  }

  /**
   * Charges a frame that was handled, and pauses its connection if the budget is exceeded or the turn is over.
   *
   * @returns whether it pauses
   */
  charge(source: PausableSource, work: number): boolean {
    const seconds = this.#budget.charge(work);
    if (seconds > 0) {
      this.#resume();
      const cancel = this.clock.after(seconds * 1000, () => this.#resume());
      this.#pauseSource({ source, cancel });
    } else if (this.#isTurnOver() && this.#pause === null) {
      const immediate = setImmediate(() => this.#resume());
      this.#pauseSource({ source, cancel: () => clearImmediate(immediate) });
    }
    return this.#pause !== null;
  }

  /** Ends the pause of a connection that is closing or closed. */
  end(source: PausableSource): void {
    if (this.#pause?.source === source) this.#resume();
  }

  #isTurnOver(): boolean {
    const now = this.clock.now();
    if (this.#turnBegan !== null) return now - this.#turnBegan >= TURN_MS;
    this.#turnBegan = now;
    setImmediate(() => {
      this.#turnBegan = null;
    });
    return false;
  }

  #pauseSource(pause: Pause): void {
    pause.source.pause();
    this.#pause = pause;
  }

  #resume(): void {
    const pause = this.#pause;
    this.#pause = null;
    pause?.cancel();
    pause?.source.resume();
  }
}
