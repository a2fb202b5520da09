import { TokenBucket } from '../../platform/async/token-bucket.js';
import type { Clock } from '../../platform/clock.js';
import type { DecodeMeter } from '../../protocol/encoding/decode-meter.js';

/**
 * The cost of a frame in units of work: one per byte, and fixed costs for the handling of a frame and for each value or
 * key, as measured (docs/performance.md).
 */
export const WORK = { FRAME: 512, TERM: 16 } as const;

/** How much work the frames of one port may cause. */
export interface WorkLimits {
  /** units per second of an authenticated connection */
  readonly perSecond: number;
  /** units per second of an unauthenticated connection */
  readonly unauthenticatedPerSecond: number;
  /** units per second of all unauthenticated connections together */
  readonly unauthenticatedTotalPerSecond: number;
  /**
   * units per second of an unauthenticated connection that do not count for all together, besides its first ones; none by
   * default
   */
  readonly ownPerSecond?: number;
  /** the burst, in seconds of the rate */
  readonly burstSeconds: number;
}

/**
 * Units that each connection may use before its frames count against the shared unauthenticated budget. Authenticating
 * takes far fewer, so that a flood that exhausts the shared budget does not lock out others.
 */
const OWN_WORK = 8192;

/** The budgets of one port's connections, including the one that unauthenticated connections share. */
export class FrameBudgets {
  readonly #shared: TokenBucket;
  /** one function for the buckets of all connections */
  readonly #now: () => number;

  constructor(
    private readonly limits: WorkLimits,
    clock: Clock,
  ) {
    this.#now = () => clock.now();
    this.#shared = this.#createBucket(limits.unauthenticatedTotalPerSecond);
  }

  /** Creates the budget of a new connection. */
  create(): FrameBudget {
    const { ownPerSecond, perSecond, unauthenticatedPerSecond } = this.limits;
    return new FrameBudget(
      this.#createBucket(unauthenticatedPerSecond),
      this.#createBucket(perSecond),
      this.#shared,
      ownPerSecond === undefined ? null : this.#createBucket(ownPerSecond),
    );
  }

  #createBucket(perSecond: number): TokenBucket {
    return new TokenBucket(perSecond, perSecond * this.limits.burstSeconds, this.#now);
  }
}

/**
 * The budget of one connection. A frame is charged in two steps: when it arrives, and after decoding. Each step returns
 * whether the connection may continue; otherwise it must be closed.
 */
export class FrameBudget {
  #unauthenticatedWork = 0;

  constructor(
    private readonly unauthenticated: TokenBucket,
    private readonly authenticated: TokenBucket,
    private readonly shared: TokenBucket,
    private readonly own: TokenBucket | null,
  ) {}

  /** Charges a frame that arrived, control frames included. @returns false if the budget is exhausted */
  chargeFrame(bytes: number, isAuthenticated: boolean): boolean {
    return this.#charge(WORK.FRAME + bytes, isAuthenticated, false);
  }

  /** Charges the cost of decoding, whether or not it succeeded. @returns false if the budget is exhausted */
  chargeDecoding({ terms, inflatedBytes }: DecodeMeter, isAuthenticated: boolean): boolean {
    // Charging the frame has already refilled the bucket.
    return this.#charge(terms * WORK.TERM + inflatedBytes, isAuthenticated, true);
  }

  #charge(work: number, isAuthenticated: boolean, isRefilled: boolean): boolean {
    if (isAuthenticated) return this.authenticated.spend(work, isRefilled);
    if (!this.unauthenticated.spend(work, isRefilled)) return false;
    this.#unauthenticatedWork += work;
    if (this.#unauthenticatedWork <= OWN_WORK || this.own?.spend(work) === true) return true;
    return this.shared.spend(work);
  }
}
