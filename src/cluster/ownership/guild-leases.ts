import { HeldElsewhereError } from '../../api/core/guild-owner.js';
import { SingleFlight } from '../../platform/async/coalesce.js';
import type { Clock } from '../../platform/clock.js';
import type { Component } from '../../platform/lifecycle.js';
import type { Logger } from '../../platform/log.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import { FIRST_EPOCH, type OwnedEpochs, type OwnershipStore } from '../../store/cluster.js';
import { GuildLease, type LeaseTiming } from './guild-lease.js';

export interface GuildLeasesOptions {
  readonly store: OwnershipStore;
  /** the name of this process, which no other one has had */
  readonly node: string;
  readonly timing: LeaseTiming;
  readonly clock: Pick<Clock, 'every'>;
  /** milliseconds on a clock that is never set */
  readonly elapsed: () => number;
  readonly log: Logger;
  /** called once for each guild that was lost: what was loaded under its lease must be forgotten */
  readonly lost: (lease: GuildLease) => void;
}

/**
 * The guilds that this node owns: takes them on first use, renews the lease of the node, and drops what others have taken
 * (docs/adr/0044-one-owner-per-guild.md).
 */
export class GuildLeases implements Component {
  readonly #leases = new Map<Snowflake, GuildLease>();
  readonly #taking = new SingleFlight<Snowflake, GuildLease | null>();
  readonly #renewing = new SingleFlight<'lease', void>();
  readonly #cancelRenewal: () => void;
  /** until then no other node can have taken a guild of this one, as `elapsed` counts */
  #freshUntil = Number.NEGATIVE_INFINITY;
  /** whether a renewal may have gone through of which no reply arrived */
  #isUncertain = true;
  #isStopped = false;

  constructor(private readonly options: GuildLeasesOptions) {
    this.#cancelRenewal = options.clock.every(options.timing.renewMs, () => void this.renew());
  }

  /** The number of guilds that this node owns as far as it knows. */
  get size(): number {
    return this.#leases.size;
  }

  /**
   * The lease of a guild whose state in memory may be read; null if the lease of the node has to be renewed or the guild
   * taken first. It depends on the clock of this node; that commits are refused otherwise does not.
   */
  fresh(guildId: Snowflake): GuildLease | null {
    return this.#isFresh() ? (this.#leases.get(guildId) ?? null) : null;
  }

  /**
   * Owns a guild, without a promise if this node does already.
   *
   * @returns the lease; null if there is no such guild
   * @throws {HeldElsewhereError} another node owns it; {StoreError}
   */
  own(guildId: Snowflake): GuildLease | null | Promise<GuildLease | null> {
    return this.fresh(guildId) ?? this.#taking.run(guildId, () => this.#renewOrTake(guildId));
  }

  /** Owns a guild that this node creates, and that its commit makes this node the owner of. */
  ownNew(guildId: Snowflake): GuildLease {
    const lease = new GuildLease(guildId, FIRST_EPOCH, 0);
    this.#leases.set(guildId, lease);
    return lease;
  }

  /**
   * Gives up a guild after a commit of it was refused, for whatever reason, or its outcome is unknown. The guild is taken with
   * the next epoch before it is used again, which settles every commit of the epoch before.
   */
  drop(lease: GuildLease): void {
    if (lease.isLost) return;
    if (this.#leases.get(lease.guildId) === lease) this.#leases.delete(lease.guildId);
    lease.lose();
    this.options.lost(lease);
  }

  /** Begins the lease, or renews it as at each interval; that of a store that does not answer is tried again then. */
  async renew(): Promise<void> {
    try {
      await this.#renew();
    } catch (error) {
      this.options.log.warn(
        { err: error, guilds: this.#leases.size },
        'failed to renew the lease of this node',
      );
    }
  }

  /** Ends the lease, so that other nodes take the guilds at once. Call it once nothing is being changed. */
  async stop(): Promise<void> {
    if (this.#isStopped) return;
    this.#isStopped = true;
    this.#cancelRenewal();
    for (const lease of [...this.#leases.values()]) this.drop(lease);
    try {
      // A renewal in progress must not begin the lease again, and may fail.
      await this.#renewing.run('lease', async () => {}).catch(() => {});
      await this.options.store.release(this.options.node);
    } catch (error) {
      this.options.log.warn({ err: error }, 'failed to release the guilds of this node');
    }
  }

  #isFresh(): boolean {
    return this.options.elapsed() < this.#freshUntil;
  }

  async #renewOrTake(guildId: Snowflake): Promise<GuildLease | null> {
    if (!this.#isFresh()) await this.#renew();
    return this.fresh(guildId) ?? this.#take(guildId);
  }

  async #take(guildId: Snowflake): Promise<GuildLease | null> {
    const { node, store } = this.options;
    if (this.#isStopped) throw new HeldElsewhereError(guildId, node, 0);
    const taken = await store.take(guildId, node);
    const before = this.#leases.get(guildId);
    if (before !== undefined) this.drop(before);
    if (taken.kind === 'absent') return null;
    if (taken.kind === 'held') throw new HeldElsewhereError(guildId, taken.node, taken.remainingMs);
    if (this.#isStopped) throw new HeldElsewhereError(guildId, node, 0);
    const lease = new GuildLease(guildId, taken.epoch, taken.sequence);
    this.#leases.set(guildId, lease);
    return lease;
  }

  #keepOwned(owned: OwnedEpochs): void {
    for (const lease of [...this.#leases.values()]) {
      if (owned.get(lease.guildId) !== lease.epoch) this.drop(lease);
    }
  }

  /** @throws {StoreError} nothing is known of the lease: the guilds stay as they are, and are not read from after its time */
  #renew(): Promise<void> {
    return this.#renewing.run('lease', async () => {
      const { elapsed, node, store, timing } = this.options;
      if (this.#isStopped) return;
      const lists = this.#isUncertain;
      this.#isUncertain = true;
      const sentAt = elapsed();
      const owned = await store.renew(node, timing.leaseMs, lists);
      this.#isUncertain = false;
      if (owned !== null) this.#keepOwned(owned);
      // Reckoned from before the question was sent, so that it ends before the lease in the store.
      this.#freshUntil = Math.max(this.#freshUntil, sentAt + timing.leaseMs - timing.marginMs);
    });
  }
}
