import { applyChanges, type GuildChange } from '../guilds/changes.js';
import type { Decision } from '../guilds/events.js';
import type { CreatedGuild } from '../guilds/rules/create-guild.js';
import type { GuildState } from '../guilds/state.js';
import { leavingVoice, mayChangeSuppress, retellingSuppress, suppressedMembers } from '../guilds/voice.js';
import type { Snowflake } from '../protocol/snowflake.js';
import { StoreBusyError } from '../store/errors.js';
import type { Store } from '../store/open-store.js';
import { writesOf } from '../store/records/guild-writes.js';
import { guildFromRows } from '../store/records/load-guild.js';
import { CommittedVoice } from './committed-voice.js';
import type { EventFanout } from './fanout.js';

import type { MemberOrder } from './member-order.js';
import type { UserDirectory } from './user-directory.js';

/**
 * The guilds in memory. Every change goes through here: decided at once over the guild in memory, kept by the writer,
 * told to the gateway after the commit. A commit that fails forgets the guild, and the next request loads it again.
 */
export class GuildRegistry {
  readonly #guilds = new Map<Snowflake, GuildState>();
  readonly #loading = new Map<Snowflake, Promise<GuildState | null>>();
  readonly #guildOfChannel = new Map<Snowflake, Snowflake>();
  /** deleted, while the store still has them: nobody may load them again */
  readonly #deleting = new Set<Snowflake>();
  readonly #voice = new CommittedVoice();

  constructor(
    private readonly store: Store,
    private readonly users: UserDirectory,
    private readonly fanout: EventFanout,
    private readonly memberOrder: MemberOrder,
  ) {}

  /** The guild, without a promise if it is in memory. Use it at once: later it may be another state. */
  get(id: Snowflake): GuildState | null | Promise<GuildState | null> {
    if (this.#deleting.has(id)) return null;
    return this.#guilds.get(id) ?? this.#load(id);
  }

  /** Guilds with somebody in voice. */
  idsInVoice(): Snowflake[] {
    return this.#voice.guildIds();
  }

  /** The guild that a channel belongs to. */
  ofChannel(channelId: Snowflake): GuildState | null | Promise<GuildState | null> {
    const known = this.#guildOfChannel.get(channelId);
    return known === undefined ? this.#findOfChannel(channelId) : this.get(known);
  }

  /**
   * Changes a guild that is in memory.
   *
   * @param guild the state that was decided on, straight from `get` or `ofChannel`
   * @returns the decision's result, once it is on the disk
   * @throws {CommitFailedError | StoreBusyError} if nothing of it was kept
   */
  async change<Result>(guild: GuildState, decide: () => Decision<Result>): Promise<Result> {
    this.store.writer.assertRoom();
    // Forgotten since the caller got it, after a failed commit: what it says may never have been kept.
    if (this.#guilds.get(guild.id) !== guild) throw new StoreBusyError();
    const { result, changes, events: decided } = leavingVoice(guild, decide());
    if (changes.length === 0 && decided.length === 0) return result;
    const suppressed = mayChangeSuppress(guild, changes) ? suppressedMembers(guild) : null;
    applyChanges(guild, changes);
    this.memberOrder.follow(guild, changes);
    const events = suppressed === null ? decided : retellingSuppress(guild, suppressed, decided);
    this.#indexChannels(guild.id, changes);
    const isLast = changes.some(({ kind }) => kind === 'guild-removed');
    if (isLast) this.#delete(guild.id);
    await this.store.writer.commit(writesOf(guild, changes), {
      committed: () => {
        if (isLast) this.#deleting.delete(guild.id);
        this.#voice.keep(guild.id, changes);
        this.fanout.guildEvents(guild, events);
      },
      refused: () => {
        if (isLast) this.#deleting.delete(guild.id);
        this.#forget(guild.id);
      },
    });
    return result;
  }

  /** Keeps a guild that was just made. @throws {CommitFailedError | StoreBusyError} */
  async create({ guild, changes }: CreatedGuild): Promise<void> {
    this.store.writer.assertRoom();
    this.#remember(guild);
    await this.store.writer.commit(writesOf(guild, changes), {
      committed: () => {
        for (const userId of guild.members.keys()) {
          this.fanout.guildEvents(guild, [{ type: 'guildJoined', userId }]);
        }
      },
      refused: () => this.#forget(guild.id),
    });
  }

  async #findOfChannel(channelId: Snowflake): Promise<GuildState | null> {
    const guildId = await this.store.guilds.idOfChannel(channelId);
    return guildId === null ? null : this.get(guildId);
  }

  #load(id: Snowflake): Promise<GuildState | null> {
    const running = this.#loading.get(id);
    if (running !== undefined) return running;
    const loading = this.#read(id).finally(() => this.#loading.delete(id));
    this.#loading.set(id, loading);
    return loading;
  }

  async #read(id: Snowflake): Promise<GuildState | null> {
    const stored = await this.store.guilds.load(id);
    if (stored === null) return null;
    this.users.remember(stored.users);
    // Who made an invite or an integration need not be a member any more.
    const makers = [
      ...stored.invites.map(({ inviter_id }) => inviter_id),
      ...stored.integrations.map(({ user_id }) => user_id),
    ];
    await this.users.loadAll(makers.filter((id) => id !== null));
    const guild = guildFromRows(stored, this.users);
    this.#remember(guild);
    const left = this.#voice.restore(guild, (id) => this.fanout.hasSession(id));
    this.fanout.guildEvents(guild, left);
    return guild;
  }

  #remember(guild: GuildState): void {
    this.#guilds.set(guild.id, guild);
    for (const channelId of guild.channels.keys()) this.#guildOfChannel.set(channelId, guild.id);
  }

  #delete(id: Snowflake): void {
    this.#deleting.add(id);
    this.#forget(id);
  }

  #forget(id: Snowflake): void {
    const guild = this.#guilds.get(id);
    if (guild === undefined) return;
    this.#guilds.delete(id);
    for (const channelId of guild.channels.keys()) this.#guildOfChannel.delete(channelId);
  }

  #indexChannels(guildId: Snowflake, changes: readonly GuildChange[]): void {
    for (const change of changes) {
      if (change.kind === 'channel') this.#guildOfChannel.set(change.channel.id, guildId);
      if (change.kind === 'channel-removed') this.#guildOfChannel.delete(change.id);
    }
  }
}
