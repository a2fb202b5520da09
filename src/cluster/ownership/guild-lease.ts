import type { Snowflake } from '../../protocol/snowflake.js';

/**
 * One taking of a guild by this node. Whatever is loaded under it is changed with its epoch and no other, so the epoch
 * belongs to this object and not to the guild (docs/adr/0076-one-owner-per-guild.md).
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

  /** Nothing that was loaded under it may be used any more. */
  get isLost(): boolean {
    return this.#isLost;
  }

  lose(): void {
    this.#isLost = true;
  }
}
