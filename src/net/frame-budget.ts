import type { Clock } from '../platform/clock.js';
import { TokenBucket } from '../platform/token-bucket.js';
import type { DecodeMeter } from '../protocol/encoding/decode-meter.js';

/**
 * What a frame costs, in units of work: a byte costs 1. The others were measured beside it (docs/performance.md):
 * the handling of a frame besides decoding, and a value or key.
 */
export const WORK = { FRAME: 512, TERM: 16 } as const;

/** How much work the frames of one port may cause. */
export interface WorkLimits {
  /** units a second of a connection that has signed in */
  readonly perSecond: number;
  /** units a second of a connection that has not */
  readonly unauthenticatedPerSecond: number;
  /** units a second of all connections that have not signed in, together */
  readonly unauthenticatedTotalPerSecond: number;
  /** how many seconds' worth may come at once */
  readonly burstSeconds: number;
}

/**
 * Units that each connection may spend before its frames count for all unauthenticated ones. Signing in takes far less,
 * so a flood that uses up what they share keeps nobody from it; a connection costs more than these units do.
 */
const OWN_WORK = 8192;

/** The budgets of one port's connections, with the one that unauthenticated connections share. */
export class FrameBudgets {
  readonly #shared: TokenBucket;

  constructor(
    private readonly limits: WorkLimits,
    private readonly clock: Clock,
  ) {
    this.#shared = bucket(limits.unauthenticatedTotalPerSecond, limits, clock);
  }

  /** Creates the budget of a new connection. */
  create(): FrameBudget {
    const { perSecond, unauthenticatedPerSecond } = this.limits;
    return new FrameBudget(
      bucket(unauthenticatedPerSecond, this.limits, this.clock),
      bucket(perSecond, this.limits, this.clock),
      this.#shared,
    );
  }
}

/**
 * What the frames of one connection may still cost. It is charged in two steps: for a frame when it arrives, and for its
 * decoding when that is known. Each step says whether the connection may go on; one that may not is to be closed.
 */
export class FrameBudget {
  #unauthenticatedWork = 0;

  constructor(
    private readonly unauthenticated: TokenBucket,
    private readonly authenticated: TokenBucket,
    private readonly shared: TokenBucket,
  ) {}

  /** Charges a frame that has arrived, control frames included. @returns false if the budget is used up */
  chargeFrame(bytes: number, isAuthenticated: boolean): boolean {
    return this.#charge(WORK.FRAME + bytes, isAuthenticated, false);
  }

  /** Charges what decoding took, whether or not it succeeded. @returns false if the budget is used up */
  chargeDecoding({ terms, inflatedBytes }: DecodeMeter, isAuthenticated: boolean): boolean {
    // Its frame has asked for the time already.
    return this.#charge(terms * WORK.TERM + inflatedBytes, isAuthenticated, true);
  }

  #charge(work: number, isAuthenticated: boolean, isRefilled: boolean): boolean {
    if (isAuthenticated) return this.authenticated.spend(work, isRefilled);
    if (!this.unauthenticated.spend(work, isRefilled)) return false;
    this.#unauthenticatedWork += work;
    return this.#unauthenticatedWork <= OWN_WORK || this.shared.spend(work);
  }
}

function bucket(perSecond: number, { burstSeconds }: WorkLimits, clock: Clock): TokenBucket {
  return new TokenBucket(perSecond, perSecond * burstSeconds, () => clock.now());
}
