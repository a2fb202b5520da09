import type { Snowflake } from '../../protocol/snowflake.js';

/**
 * One taking of a guild by this node. Whatever is loaded under it is changed with its epoch and no other, so the epoch
 * belongs to this object and not to the guild (docs/adr/0044-one-owner-per-guild.md).
 */
export class GuildLease {
  #isLost = false;
  #sequence: number;

  /** @param sequence the number of the newest entry of the guild */
  constructor(
    readonly guildId: Snowflake,
    readonly epoch: number,
    sequence: number,
  ) {
    this.#sequence = sequence;
  }

  /** The number of the next entry. If the change with it is not stored, the lease has to be dropped. */
  nextSequence(): number {
    this.#sequence += 1;
    return this.#sequence;
  }

  /** What was loaded under it may no longer be used. */
  get isLost(): boolean {
    return this.#isLost;
  }

  lose(): void {
    this.#isLost = true;
  }
}

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
