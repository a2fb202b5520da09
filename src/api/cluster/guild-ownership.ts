import type { Bus } from '../../cluster/bus/bus.js';
import { publishEntry } from '../../cluster/events/entry-message.js';
import type { GuildLease } from '../../cluster/ownership/guild-lease.js';
import type { GuildLeases } from '../../cluster/ownership/guild-leases.js';
import type { GuildChange } from '../../guilds/changes.js';
import type { GuildEvent } from '../../guilds/events.js';
import type { GuildState } from '../../guilds/state.js';
import type { Snowflake, SnowflakeFactory } from '../../protocol/snowflake.js';
import { type Fence, FIRST_EPOCH } from '../../store/cluster.js';
import { ConflictError } from '../../store/errors.js';
import { encodeEntry } from './entry-codec.js';
import { isTyping } from './typing-messages.js';

export interface GuildOwnershipOptions {
  readonly leases: Pick<GuildLeases, 'own' | 'ownNew' | 'fresh' | 'drop'>;
  readonly bus: Pick<Bus, 'publish'>;
  /** the name of this process */
  readonly node: string;
  readonly ids: Pick<SnowflakeFactory, 'follow'>;
}

/** A change that is being stored: what it requires, and the lease that it was decided under. */
export interface FencedChange {
  readonly fence: Fence;
  readonly lease: GuildLease;
}

/**
 * The leases under which this node loaded its guilds. Each change carries the epoch of the lease, and an entry for other nodes
 * (docs/adr/0079-guilds-of-the-service-have-owners.md).
 */
export class GuildOwnership {
  readonly #leases = new WeakMap<GuildState, GuildLease>();

  constructor(private readonly options: GuildOwnershipOptions) {}

  /** Whether a guild in memory may be read: no other node can have changed it. */
  isCurrent(guild: GuildState): boolean {
    return this.options.leases.fresh(guild.id) === this.#leases.get(guild);
  }

  /** The lease of a guild, which is taken if this node does not own it. @throws {HeldElsewhereError | StoreError} */
  async own(guildId: Snowflake): Promise<GuildLease | null> {
    return this.options.leases.own(guildId);
  }

  /** The lease that a guild was loaded under. */
  leaseOf(guild: GuildState): GuildLease | undefined {
    return this.#leases.get(guild);
  }

  /** The guild was loaded under a lease. @throws {ConflictError} owner: it was lost meanwhile */
  loaded(guild: GuildState, lease: GuildLease): void {
    if (lease.isLost) throw new ConflictError('owner');
    this.#leases.set(guild, lease);
    // Its messages stay in order if the clock of the former owner was ahead.
    for (const { lastMessageId } of guild.channels.values()) {
      if (lastMessageId !== null) this.options.ids.follow(lastMessageId);
    }
  }

  /** What the creation of a guild is stored with: this node owns it from then on. */
  fenceNew(guild: GuildState, changes: readonly GuildChange[], events: readonly GuildEvent[]): FencedChange {
    const { leases, node } = this.options;
    const lease = leases.ownNew(guild.id);
    this.#leases.set(guild, lease);
    const entry = this.#entry(lease, changes, events);
    return { lease, fence: { epoch: FIRST_EPOCH, creator: node, entry, request: null } };
  }

  /**
   * What a change is stored with. Call it in the order in which changes are handed to the store.
   *
   * @param request the key of the request and its reply; null: it cannot be repeated
   * @throws {ConflictError} owner: the guild was lost
   */
  fence(
    guild: GuildState,
    changes: readonly GuildChange[],
    events: readonly GuildEvent[],
    request: Fence['request'],
  ): FencedChange {
    const lease = this.#leases.get(guild);
    if (lease === undefined || lease.isLost) throw new ConflictError('owner');
    const isStored = changes.length > 0 || !events.every(isTyping);
    const entry = isStored ? this.#entry(lease, changes, events) : null;
    return { lease, fence: { epoch: lease.epoch, entry, request } };
  }

  /** The change is stored. A guild that was deleted has no owner any more. */
  committed({ fence: { entry }, lease }: FencedChange, changes: readonly GuildChange[]): void {
    if (entry !== null) publishEntry(this.options.bus, entry);
    if (changes.some(({ kind }) => kind === 'guild-removed')) this.options.leases.drop(lease);
  }

  /** The change was not stored, so the numbers of later entries would have a gap: the guild is taken again. */
  refused({ lease }: FencedChange): void {
    this.options.leases.drop(lease);
  }

  #entry(lease: GuildLease, changes: readonly GuildChange[], events: readonly GuildEvent[]): Fence['entry'] {
    return {
      guildId: lease.guildId,
      sequence: lease.nextSequence(),
      text: encodeEntry(changes, events),
    };
  }
}
