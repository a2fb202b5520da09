import type { GuildOwner, OwnedChange, OwnedCreation } from '../../api/core/guild-owner.js';
import type { GuildChange } from '../../guilds/changes.js';
import type { GuildEvent } from '../../guilds/events.js';
import type { GuildState } from '../../guilds/state.js';
import type { Snowflake, SnowflakeFactory } from '../../protocol/snowflake.js';
import { type Fence, FIRST_EPOCH, type SharedGuildStore } from '../../store/cluster.js';
import type { CommitListener } from '../../store/commit.js';
import { ConflictError } from '../../store/errors.js';
import type { GuildStore } from '../../store/guilds.js';
import type { StoredGuild } from '../../store/stored-guild.js';
import type { Bus } from '../bus/bus.js';
import { publishEntry } from '../events/entry-message.js';
import type { GuildLease } from '../ownership/guild-lease.js';
import type { GuildLeases } from '../ownership/guild-leases.js';
import { encodeEntry } from './entry-codec.js';
import { isTyping } from './typing-messages.js';

export interface NodeOwnerOptions {
  readonly store: Pick<GuildStore, 'create' | 'save'>;
  /** loads guilds with their voice states */
  readonly shared: SharedGuildStore;
  readonly leases: Pick<GuildLeases, 'own' | 'ownNew' | 'fresh' | 'drop'>;
  readonly bus: Pick<Bus, 'publish'>;
  /** the name of this process */
  readonly node: string;
  readonly ids: Pick<SnowflakeFactory, 'follow'>;
  /** Calls a listener for each guild that was lost. */
  onLost(listener: (lease: GuildLease) => void): void;
}

/** A change that is being stored: what it requires, and the lease that it was decided under. */
interface FencedChange {
  readonly fence: Fence;
  readonly lease: GuildLease;
}

/**
 * One of several nodes, which owns the guilds of its leases. Each change carries the epoch of the lease under which the guild was
 * loaded, and an entry for other nodes (docs/adr/0047-guilds-of-the-service-have-owners.md).
 */
export class NodeOwner implements GuildOwner {
  readonly storesVoice = true;
  readonly #leases = new WeakMap<GuildState, GuildLease>();
  /** what was loaded last under each lease */
  readonly #loaded = new WeakMap<GuildLease, GuildState>();

  constructor(private readonly options: NodeOwnerOptions) {}

  isCurrent(guild: GuildState): boolean {
    return this.options.leases.fresh(guild.id) === this.#leases.get(guild);
  }

  /** Loads a guild under its lease, which is taken if this node does not own it. */
  async load(
    id: Snowflake,
    find: () => GuildState | undefined,
    toState: (stored: StoredGuild) => Promise<GuildState>,
  ): Promise<GuildState | null> {
    const lease = await this.options.leases.own(id);
    if (lease === null) return null;
    const known = find();
    if (known !== undefined && this.#leases.get(known) === lease) return known;
    const stored = await this.options.shared.load(id);
    if (stored === null) return null;
    const guild = await toState(stored);
    if (lease.isLost) throw new ConflictError('owner');
    this.#own(guild, lease);
    // Its messages stay in order if the clock of the former owner was ahead.
    for (const { lastMessageId } of guild.channels.values()) {
      if (lastMessageId !== null) this.options.ids.follow(lastMessageId);
    }
    return guild;
  }

  onLost(listener: (guild: GuildState) => void): void {
    this.options.onLost((lease) => {
      const guild = this.#loaded.get(lease);
      if (guild !== undefined) listener(guild);
    });
  }

  create({ guild, changes, conditions, events }: OwnedCreation, listener: CommitListener): Promise<void> {
    const { leases, node, store } = this.options;
    const lease = leases.ownNew(guild.id);
    this.#own(guild, lease);
    const entry = toEntry(lease, changes, events);
    const fence = { epoch: FIRST_EPOCH, creator: node, entry, request: null };
    const save = { guild, changes, fence, ...(conditions && { conditions }) };
    return store.create(save, this.#follow({ lease, fence }, changes, listener));
  }

  save(change: OwnedChange, listener: CommitListener): Promise<void> {
    const { guild, expectedVersion, changes, conditions, events, request } = change;
    const lease = this.#leases.get(guild);
    if (lease === undefined || lease.isLost) throw new ConflictError('owner');
    const isStored = changes.length > 0 || !events.every(isTyping);
    const entry = isStored ? toEntry(lease, changes, events) : null;
    const fence = { epoch: lease.epoch, entry, request };
    const save = { guild, expectedVersion, changes, fence, ...(conditions && { conditions }) };
    return this.options.store.save(save, this.#follow({ lease, fence }, changes, listener));
  }

  #own(guild: GuildState, lease: GuildLease): void {
    this.#leases.set(guild, lease);
    this.#loaded.set(lease, guild);
  }

  #follow(
    { fence: { entry }, lease }: FencedChange,
    changes: readonly GuildChange[],
    listener: CommitListener,
  ): CommitListener {
    const { bus, leases } = this.options;
    return {
      committed() {
        if (entry !== null) publishEntry(bus, entry);
        // A guild that was deleted no longer has an owner.
        if (changes.some(({ kind }) => kind === 'guild-removed')) leases.drop(lease);
        listener.committed?.();
      },
      refused() {
        listener.refused?.();
        // The numbers of later entries would have a gap: the guild is taken again.
        leases.drop(lease);
      },
    };
  }
}

function toEntry(
  lease: GuildLease,
  changes: readonly GuildChange[],
  events: readonly GuildEvent[],
): Fence['entry'] {
  return {
    guildId: lease.guildId,
    sequence: lease.nextSequence(),
    text: encodeEntry(changes, events),
  };
}
