import type { Clock } from '../platform/clock.js';
import { TokenBucket } from '../platform/token-bucket.js';

export interface FramePaceLimits {
  /** average rate, in units of work per second */
  readonly perSecond: number;
  /** burst, in units of work */
  readonly burst: number;
}

/**
 * The budget of a service's frames. A sign-in to many large guilds fits into the burst, and so do tens of thousands of
 * events; the average allows a thousand frames of one kilobyte per second.
 */
export const SERVICE_PACE: FramePaceLimits = { perSecond: 8_000_000, burst: 256_000_000 };

/** A connection that can be paused. */
export interface PausableSource {
  pause(): void;
  resume(): void;
}

/**
 * Reads the frames of a service within a budget of work, over all of its connections (docs/gateway.md, Remote
 * services). A frame is charged after it was handled, so a single frame may exceed the budget; later frames wait in the
 * service until the debt is repaid.
 */
export class FramePace {
  readonly #budget: TokenBucket;
  #end: (() => void) | null = null;

  constructor(
    { perSecond, burst }: FramePaceLimits,
    private readonly clock: Clock,
  ) {
    this.#budget = new TokenBucket(perSecond, burst, () => clock.now());
  }

  get isPausing(): boolean {
    return this.#end !== null;
  }

  /** Charges a frame, and pauses its connection if the budget is exceeded. @returns whether it is */
  charge(source: PausableSource, work: number): boolean {
    const seconds = this.#budget.charge(work);
    if (seconds === 0) return false;
    this.#end?.();
    source.pause();
    const cancel = this.clock.after(seconds * 1000, () => this.end());
    this.#end = () => {
      cancel();
      source.resume();
    };
    return true;
  }

  /** Ends the pause, because the connection is closing or closed. */
  end(): void {
    this.#end?.();
    this.#end = null;
  }
}
