import type { GuildEvent } from '../../guilds/events.js';
import type { GuildState } from '../../guilds/state.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { CommitListener } from '../../store/commit.js';
import { StoreError } from '../../store/errors.js';
import type { GuildSave, GuildStore } from '../../store/guilds.js';
import type { StoredGuild } from '../../store/stored-guild.js';

/** A new guild, and the events of its creation. */
export interface OwnedCreation extends Omit<GuildSave, 'expectedVersion' | 'fence'> {
  readonly events: readonly GuildEvent[];
}

/** A decided change of a guild, and what others have to know of it. */
export interface OwnedChange extends Omit<GuildSave, 'fence'> {
  readonly events: readonly GuildEvent[];
  /** the key of the request and its reply; null: it cannot be repeated */
  readonly request: { readonly key: string; readonly reply: string } | null;
}

/**
 * Who owns the guilds: only the owner of a guild loads and changes it. A single process owns all of them (`SoleOwner`); of several
 * nodes over one store each owns some (docs/adr/0047-guilds-of-the-service-have-owners.md).
 */
export interface GuildOwner {
  /** whether guilds are stored with who is in voice; otherwise this process alone knows it */
  readonly storesVoice: boolean;
  /** Whether a guild in memory may be read: nobody else can have changed it. */
  isCurrent(guild: GuildState): boolean;
  /**
   * Loads a guild, or gives the known one if that is current again.
   *
   * @param find finds the guild that is known now
   * @param toState makes a guild of what is stored
   * @returns null if there is none
   * @throws {HeldElsewhereError} another node owns it; {StoreError}
   */
  load(
    id: Snowflake,
    find: () => GuildState | undefined,
    toState: (stored: StoredGuild) => Promise<GuildState>,
  ): Promise<GuildState | null>;
  /** Sets a listener that is called for each guild that another node may own now: it is no longer used. */
  onLost(listener: (guild: GuildState) => void): void;
  /** Stores a new guild, which this process owns from then on. @throws {StoreError} */
  create(creation: OwnedCreation, listener: CommitListener): Promise<void>;
  /**
   * Stores a change. Call it in the order in which changes were applied.
   *
   * @throws {ConflictError} at once, owner: the guild was lost; {StoreError}
   */
  save(change: OwnedChange, listener: CommitListener): Promise<void>;
}

/** The only process of a store, which owns every guild. */
export class SoleOwner implements GuildOwner {
  readonly storesVoice = false;

  constructor(private readonly store: Pick<GuildStore, 'load' | 'create' | 'save'>) {}

  isCurrent(): boolean {
    return true;
  }

  async load(
    id: Snowflake,
    _find: () => GuildState | undefined,
    toState: (stored: StoredGuild) => Promise<GuildState>,
  ): Promise<GuildState | null> {
    const stored = await this.store.load(id);
    return stored && toState(stored);
  }

  onLost(): void {}

  create(creation: OwnedCreation, listener: CommitListener): Promise<void> {
    return this.store.create(creation, listener);
  }

  save(change: OwnedChange, listener: CommitListener): Promise<void> {
    return this.store.save(change, listener);
  }
}

/** Another node owns a guild; its requests go there. */
export class HeldElsewhereError extends StoreError {
  override readonly name = 'HeldElsewhereError';

  /** @param remainingMs how long its lease lasts at least, in milliseconds */
  constructor(
    guildId: Snowflake,
    readonly node: string,
    readonly remainingMs: number,
  ) {
    super(`guild ${guildId} is owned by node ${node}`, 'HELD_ELSEWHERE');
  }
}
