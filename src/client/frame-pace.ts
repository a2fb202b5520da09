import type { Clock } from '../platform/clock.js';
import { TokenBucket } from '../platform/token-bucket.js';

export interface FramePaceLimits {
  /** units of work a second in the long run */
  readonly perSecond: number;
  /** units of work that may come at once */
  readonly burst: number;
}

/**
 * What the frames of a service may cost. A sign-in to many large guilds fits into the burst, and so do ten thousands of
 * events; in the long run a frame of a kilobyte may come a thousand times a second.
 */
export const SERVICE_PACE: FramePaceLimits = { perSecond: 8_000_000, burst: 256_000_000 };

/** A connection from which nothing is read while it is paused. */
export interface PausableSource {
  pause(): void;
  resume(): void;
}

/**
 * Reads the frames of a service only as fast as a budget of work allows, over all of its connections (docs/gateway.md,
 * Remote services). A frame is charged after it was handled, so one may exceed the budget; what comes after it waits in the
 * service until nothing is owed any more.
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

  /** Charges a frame, and pauses its connection if that exceeds the budget. @returns whether it does */
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

  /** Ends the pause: the connection has closed, or is about to. */
  end(): void {
    this.#end?.();
    this.#end = null;
  }
}
