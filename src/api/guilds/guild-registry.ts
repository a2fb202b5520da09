import type { GuildChange } from '../../guilds/changes.js';
import type { CreatedGuild } from '../../guilds/rules/create-guild.js';
import type { GuildState } from '../../guilds/state.js';
import { SingleFlight } from '../../platform/coalesce.js';
import { inSlices } from '../../platform/slices.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import { ConflictError } from '../../store/errors.js';
import type { GuildCondition } from '../../store/guilds.js';
import type { Store } from '../../store/store.js';
import type { UserDirectory } from '../accounts/user-directory.js';
import type { EventPublisher } from '../event-bus.js';
import { CommittedVoice } from './committed-voice.js';

/** How many accounts of a guild that was loaded are cached before others are served, which takes some milliseconds. */
const ACCOUNTS_AT_ONCE = 5_000;

/** Whether gateway sessions are live. */
export interface LiveSessions {
  has(id: string): boolean;
}

/** The guilds in memory: loaded on first use, dropped when a commit fails. `GuildChanges` changes them. */
export class GuildRegistry {
  readonly #guilds = new Map<Snowflake, GuildState>();
  readonly #loading = new SingleFlight<Snowflake, GuildState | null>();
  readonly #guildOfChannel = new Map<Snowflake, Snowflake>();
  /** deleted, but still in the store: they must not be loaded again */
  readonly #deleting = new Set<Snowflake>();
  readonly #voice = new CommittedVoice();

  constructor(
    private readonly store: Pick<Store, 'guilds' | 'assertRoom'>,
    private readonly users: UserDirectory,
    private readonly events: Pick<EventPublisher, 'guildEvents'>,
    private readonly sessions: LiveSessions,
  ) {}

  /** The guild, without a promise if it is in memory. Use it synchronously, because it may change later. */
  get(id: Snowflake): GuildState | null | Promise<GuildState | null> {
    if (this.#deleting.has(id)) return null;
    return this.#guilds.get(id) ?? this.#loading.run(id, () => this.#read(id));
  }

  /** Guilds with members in voice. */
  idsInVoice(): Snowflake[] {
    return this.#voice.guildIds();
  }

  /** The guild of a channel. */
  ofChannel(channelId: Snowflake): GuildState | null | Promise<GuildState | null> {
    const known = this.#guildOfChannel.get(channelId);
    return known === undefined ? this.#findOfChannel(channelId) : this.get(known);
  }

  /**
   * @throws {ConflictError} version: the guild was dropped since the caller found it, so its state may never have been
   * stored
   */
  assertCurrent(guild: GuildState): void {
    if (this.#guilds.get(guild.id) !== guild) throw new ConflictError('version');
  }

  /** Follows changes that were applied and are being stored. */
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

  /** The changes are stored. */
  committed({ id }: GuildState, changes: readonly GuildChange[]): void {
    this.#deleting.delete(id);
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
    this.store.assertRoom();
    this.#remember(guild);
    await this.store.guilds.create(
      { guild, changes, conditions },
      {
        committed: () => {
          for (const userId of guild.members.keys()) {
            this.events.guildEvents(guild, [{ type: 'guildJoined', userId }]);
          }
        },
        refused: () => this.#forget(guild.id),
      },
    );
  }

  async #findOfChannel(channelId: Snowflake): Promise<GuildState | null> {
    const guildId = await this.store.guilds.idOfChannel(channelId);
    return guildId === null ? null : this.get(guildId);
  }

  async #read(id: Snowflake): Promise<GuildState | null> {
    const stored = await this.store.guilds.load(id);
    if (stored === null) return null;
    await inSlices(stored.accounts, ACCOUNTS_AT_ONCE, (accounts) => this.users.rememberRead(accounts));
    const guild: GuildState = { ...stored.state, revision: 0, users: this.users };
    this.#remember(guild);
    const left = this.#voice.restore(guild, (id) => this.sessions.has(id));
    this.events.guildEvents(guild, left);
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
