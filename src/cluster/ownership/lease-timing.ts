/** How long nodes own guilds without renewing. All in milliseconds. */
export interface LeaseTiming {
  /** after that others may take the guilds of a node that no longer renews */
  readonly leaseMs: number;
  /** the interval of renewals */
  readonly renewMs: number;
  /** how much earlier a node stops reading from memory, for clocks that run at different speeds */
  readonly marginMs: number;
}

/** A node that ends without releasing its guilds is replaced within 3 s. */
export const LEASE_TIMING: LeaseTiming = { leaseMs: 3000, renewMs: 1000, marginMs: 300 };
