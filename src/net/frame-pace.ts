import type { Clock } from '../platform/clock.js';
import { TokenBucket } from '../platform/token-bucket.js';

export interface FramePaceLimits {
  /** average rate, in units of work per second */
  readonly perSecond: number;
  /** burst, in units of work */
  readonly burst: number;
}

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
 * server until the debt is repaid.
 */
export class FramePace {
  readonly #budget: TokenBucket;
  #pause: Pause | null = null;

  constructor(
    { perSecond, burst }: FramePaceLimits,
    private readonly clock: Clock,
  ) {
    this.#budget = new TokenBucket(perSecond, burst, () => clock.now());
  }

  get isPausing(): boolean {
    return this.#pause !== null;
  }

  /** Charges a frame, and pauses its connection if the budget is exceeded. @returns whether it is */
  charge(source: PausableSource, work: number): boolean {
    const seconds = this.#budget.charge(work);
    if (seconds === 0) return false;
    this.#resume();
    source.pause();
    const cancel = this.clock.after(seconds * 1000, () => this.#resume());
    this.#pause = { source, cancel };
    return true;
  }

  /** Ends the pause of a connection that is closing or closed. */
  end(source: PausableSource): void {
    if (this.#pause?.source === source) this.#resume();
  }

  #resume(): void {
    this.#pause?.cancel();
    this.#pause?.source.resume();
    this.#pause = null;
  }
}
