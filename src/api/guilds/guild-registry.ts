import type { GuildChange } from '../../guilds/changes.js';
import type { GuildEvent } from '../../guilds/events.js';
import type { CreatedGuild } from '../../guilds/rules/create-guild.js';
import type { GuildState } from '../../guilds/state.js';
import { SingleFlight } from '../../platform/async/coalesce.js';
import { inSlices } from '../../platform/async/slices.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import { ConflictError } from '../../store/errors.js';
import type { GuildCondition } from '../../store/guilds.js';
import type { Store } from '../../store/store.js';
import type { StoredGuild } from '../../store/stored-guild.js';
import type { UserDirectory } from '../accounts/user-directory.js';
import type { EventPublisher } from '../core/event-bus.js';
import { type GuildOwner, HeldElsewhereError } from '../core/guild-owner.js';
import { type Attempts, UncommittedChanges } from '../core/uncommitted-changes.js';
import { CommittedVoice } from './committed-voice.js';

/** Whether gateway sessions are live. */
export interface SessionLiveness {
  has(id: string): boolean;
}

export interface GuildRegistryOptions {
  readonly store: Pick<Store, 'guilds' | 'assertRoom'>;
  readonly users: UserDirectory;
  readonly events: Pick<EventPublisher, 'guildEvents'>;
  readonly sessions: SessionLiveness;
  readonly owner: GuildOwner;
}

/** The guilds in memory: loaded on first use, dropped when a commit fails. `GuildChanges` changes them. */
export class GuildRegistry {
  readonly #guilds = new Map<Snowflake, GuildState>();
  readonly #loading = new SingleFlight<Snowflake, GuildState | null>();
  readonly #guildOfChannel = new Map<Snowflake, Snowflake>();
  /** deleted, but still in the store: they must not be loaded again */
  readonly #deleting = new Set<Snowflake>();
  readonly #voice = new CommittedVoice();
  readonly #uncommitted = new UncommittedChanges((id) => this.get(id));

  constructor(private readonly options: GuildRegistryOptions) {
    options.owner.onLost((guild) => {
      if (this.#guilds.get(guild.id) === guild) this.#forget(guild.id);
    });
  }

  /**
   * The guild, without a promise if it is in memory. Use it synchronously, because it may change later. It may contain changes
   * that are not stored yet: what is sent to anybody comes from `read`.
   *
   * @throws {HeldElsewhereError} another node owns it
   */
  get(id: Snowflake): GuildState | null | Promise<GuildState | null> {
    if (this.#deleting.has(id)) return null;
    const guild = this.#guilds.get(id);
    if (guild !== undefined && this.options.owner.isCurrent(guild)) return guild;
    return this.#loading.run(id, () => this.#load(id));
  }

  /**
   * Makes a reply from a guild, or null if there is none, and gives it when all changes that it may show are stored
   * (`UncommittedChanges.read`).
   *
   * @param make reads the guild before it awaits anything
   */
  read<Result>(
    id: Snowflake,
    make: (guild: GuildState | null) => Result | Promise<Result>,
  ): Result | Promise<Result> {
    return this.#uncommitted.read(id, make);
  }

  /** The same for what changes the guild: only refusals wait (`UncommittedChanges.decide`). */
  decide<Result>(
    id: Snowflake,
    make: (guild: GuildState | null) => Result | Promise<Result>,
    attempts?: Attempts,
  ): Result | Promise<Result> {
    return this.#uncommitted.decide(id, make, attempts);
  }

  /** Whether all changes of a guild in memory are stored. */
  isStored(id: Snowflake): boolean {
    return this.#uncommitted.isStored(id);
  }

  /**
   * Waits until all changes of a guild in memory are stored.
   *
   * @throws {ConflictError} version: one was refused, and what was decided on it has to be decided again
   */
  confirm({ id }: GuildState): Promise<void> {
    return this.#uncommitted.confirm(id);
  }

  /** The number of guilds in memory. */
  get size(): number {
    return this.#guilds.size;
  }

  /** The guild that a channel is known to be of; undefined: unknown. */
  knownGuildOf(channelId: Snowflake): Snowflake | undefined {
    return this.#guildOfChannel.get(channelId);
  }

  /** The guild if it is in memory. */
  find(id: Snowflake): GuildState | undefined {
    return this.#guilds.get(id);
  }

  /** Guilds with members in voice. */
  idsInVoice(): Snowflake[] {
    return this.#voice.guildIds();
  }

  /** The id of the guild of a channel; null: it is unknown or private. Without a promise if it is in memory. */
  idOfChannel(channelId: Snowflake): Snowflake | null | Promise<Snowflake | null> {
    return this.#guildOfChannel.get(channelId) ?? this.options.store.guilds.idOfChannel(channelId);
  }

  /**
   * @throws {ConflictError} version: the guild was dropped since the caller found it, so its state may never have been
   * stored
   */
  assertCurrent(guild: GuildState): void {
    if (this.#guilds.get(guild.id) !== guild) throw new ConflictError('version');
  }

  /** Follows changes that were applied. */
  applied({ id }: GuildState, changes: readonly GuildChange[]): void {
    for (const change of changes) {
      if (change.kind === 'channel') this.#guildOfChannel.set(change.channel.id, id);
      if (change.kind === 'channel-removed') this.#guildOfChannel.delete(change.id);
      if (change.kind === 'guild-removed') {
        this.#deleting.add(id);
        this.#forget(id);
      }
    }
  }

  /** Changes that were applied are being stored. Call it in the order in which they were handed to the store. */
  saving({ id }: GuildState, saving: Promise<void>): void {
    this.#uncommitted.add(id, saving);
  }

  /** The changes are stored. */
  committed({ id }: GuildState, changes: readonly GuildChange[]): void {
    // Earlier changes are stored while the deletion is still waiting.
    if (changes.some(({ kind }) => kind === 'guild-removed')) this.#deleting.delete(id);
    this.#voice.keep(id, changes);
  }

  /** The changes failed to be stored: the next request loads the guild again. */
  refused({ id }: GuildState): void {
    this.#deleting.delete(id);
    this.#forget(id);
  }

  /**
   * Stores a new guild.
   *
   * @throws {ConflictError} if a condition is not fulfilled; {CommitFailedError | StoreBusyError}
   */
  async create({ guild, changes }: CreatedGuild, conditions: readonly GuildCondition[]): Promise<void> {
    const { events: publisher, owner, store } = this.options;
    store.assertRoom();
    const joined = [...guild.members.keys()].map((userId): GuildEvent => ({ type: 'guildJoined', userId }));
    this.#remember(guild);
    const creation = { guild, changes, conditions, events: joined };
    const saving = owner.create(creation, {
      committed() {
        for (const event of joined) publisher.guildEvents(guild, [event]);
      },
      refused: () => this.#forget(guild.id),
    });
    this.saving(guild, saving);
    await saving;
  }

  async #load(id: Snowflake): Promise<GuildState | null> {
    const { events, owner, sessions, users } = this.options;
    const find = () => this.#guilds.get(id);
    let guild: GuildState | null;
    try {
      guild = await owner.load(id, find, (stored) => toGuildState(stored, users));
    } catch (error) {
      if (error instanceof HeldElsewhereError) this.#voice.forget(id);
      throw error;
    }
    if (guild === null || guild === find()) return guild;
    this.#remember(guild);
    if (owner.storesVoice) this.#voice.replace(guild);
    else
      events.guildEvents(
        guild,
        this.#voice.restore(guild, (sessionId) => sessions.has(sessionId)),
      );
    return guild;
  }

  #remember(guild: GuildState): void {
    this.#guilds.set(guild.id, guild);
    for (const channelId of guild.channels.keys()) this.#guildOfChannel.set(channelId, guild.id);
  }

  #forget(id: Snowflake): void {
    const guild = this.#guilds.get(id);
    if (guild === undefined) return;
    this.#guilds.delete(id);
    for (const channelId of guild.channels.keys()) this.#guildOfChannel.delete(channelId);
  }
}

/** How many accounts of a guild that was loaded are cached before others are served, which takes some milliseconds. */
const ACCOUNTS_AT_ONCE = 5_000;

/** A guild that was read from the store, ready for use: the accounts of its members are cached first. */
export async function toGuildState(stored: StoredGuild, users: UserDirectory): Promise<GuildState> {
  await inSlices(stored.accounts, ACCOUNTS_AT_ONCE, (accounts) => users.rememberRead(accounts));
  return { ...stored.state, revision: 0, users };
}
