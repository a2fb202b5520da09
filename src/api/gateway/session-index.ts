import type { GuildAsDecided } from '../../guilds/state.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { Session } from './session.js';

const NONE: ReadonlySet<Session> = new Set();

/** The live sessions by id, by user and by their guilds. */
export class SessionIndex {
  readonly #byId = new Map<string, Session>();
  /** sessions of other nodes that moved here, by the id that their clients name */
  readonly #moved = new Map<string, Session>();
  readonly #byUser = new Map<Snowflake, Set<Session>>();
  readonly #byGuild = new Map<Snowflake, GuildSessions>();

  get size(): number {
    return this.#byId.size;
  }

  get(id: string): Session | undefined {
    return this.#byId.get(id);
  }

  /** The session that a client names to resume it. */
  findResumable(resumeId: string): Session | undefined {
    const found = [this.#moved.get(resumeId), this.#byId.get(resumeId)];
    return found.find((session) => session !== undefined && !session.isHandedOver);
  }

  /** whether a session is live: voice membership ends with the session that joined */
  has(id: string): boolean {
    return this.#byId.has(id);
  }

  /** all live sessions */
  all(): Iterable<Session> {
    return this.#byId.values();
  }

  /** all users with a session, including invisible ones */
  users(): Iterable<Snowflake> {
    return this.#byUser.keys();
  }

  /** the sessions that receive OAUTH2_APPLICATIONS_UPDATE */
  *withApplicationUpdates(): Iterable<Session> {
    for (const session of this.#byId.values()) if (session.options.receivesApplicationUpdates) yield session;
  }

  /** oldest first */
  ofUser(userId: Snowflake): ReadonlySet<Session> {
    return this.#byUser.get(userId) ?? NONE;
  }

  /** The sessions that receive a guild's events; undefined if there are none. */
  ofGuild(guildId: Snowflake): GuildSessions | undefined {
    return this.#byGuild.get(guildId);
  }

  add(session: Session): void {
    this.#byId.set(session.id, session);
    const { resumeId } = session.options;
    if (resumeId !== session.id) this.#moved.set(resumeId, session);
    const sessions = this.#byUser.get(session.userId) ?? new Set();
    const [other] = sessions;
    if (other !== undefined) session.shareReplay(other.replayUse);
    this.#byUser.set(session.userId, sessions);
    sessions.add(session);
  }

  /**
   * Subscribes a session to a guild's events.
   *
   * @param channels the channels that it receives with the guild
   * @returns whether the session is still live and was not subscribed yet
   */
  subscribe(session: Session, guildId: Snowflake, channels: ReadonlySet<Snowflake>): boolean {
    if (!this.#byId.has(session.id) || session.guilds.has(guildId)) return false;
    let sessions = this.#byGuild.get(guildId);
    if (sessions === undefined) {
      sessions = new GuildSessions(guildId);
      this.#byGuild.set(guildId, sessions);
    }
    sessions.add(session, channels);
    return true;
  }

  /** A user no longer receives events of this guild. */
  unsubscribe(userId: Snowflake, guildId: Snowflake): void {
    for (const session of this.ofUser(userId)) {
      if (session.guilds.delete(guildId)) this.#leave(session, guildId);
    }
  }

  /** No session receives events of this guild from then on. */
  forgetGuild(guildId: Snowflake): void {
    for (const session of this.ofGuild(guildId)?.all ?? []) session.guilds.delete(guildId);
    this.#byGuild.delete(guildId);
  }

  /** @returns whether it was there */
  remove(session: Session): boolean {
    if (!this.#byId.delete(session.id)) return false;
    const { options, userId } = session;
    if (this.#moved.get(options.resumeId) === session) this.#moved.delete(options.resumeId);
    const sessions = this.#byUser.get(userId);
    sessions?.delete(session);
    if (sessions?.size === 0) this.#byUser.delete(userId);
    for (const guildId of session.guilds.keys()) this.#leave(session, guildId);
    return true;
  }

  #leave(session: Session, guildId: Snowflake): void {
    const sessions = this.#byGuild.get(guildId);
    sessions?.remove(session);
    if (sessions?.all.size === 0) this.#byGuild.delete(guildId);
  }
}

/** The maximum number of channels of a guild whose viewers are remembered. */
const MAX_CHANNELS = 64;

/**
 * The sessions that receive the events of a guild, and the channels that each of them has received (docs/gateway.md,
 * Hidden channels). Channels are only changed here, because they decide who receives the events of a channel.
 */
export class GuildSessions {
  readonly #all = new Set<Session>();
  /** by channel, for `#guild` in `#version`; at most `MAX_CHANNELS` */
  readonly #viewers = new Map<Snowflake, readonly Session[]>();
  #guild: GuildAsDecided | null = null;
  #version = 0;

  constructor(private readonly guildId: Snowflake) {}

  get all(): ReadonlySet<Session> {
    return this.#all;
  }

  /** @param channels the channels that it receives with the guild */
  add(session: Session, channels: ReadonlySet<Snowflake>): void {
    this.#all.add(session);
    this.setChannels(session, channels);
  }

  /** A session has received exactly these channels from now on. */
  setChannels(session: Session, channels: ReadonlySet<Snowflake>): void {
    session.guilds.set(this.guildId, channels);
    this.#viewers.clear();
  }

  remove(session: Session): void {
    this.#all.delete(session);
    this.#viewers.clear();
  }

  /**
   * The sessions that receive the events of a channel. Which ones is decided again after each change of the guild, of the
   * sessions and of the channels that they have received; events without such a change in between, like messages, share it.
   *
   * @param guild as it was when the event was decided
   * @param find finds them
   */
  viewers(guild: GuildAsDecided, channelId: Snowflake, find: () => readonly Session[]): readonly Session[] {
    if (this.#guild !== guild || this.#version !== guild.version) {
      this.#viewers.clear();
      this.#guild = guild;
      this.#version = guild.version;
    }
    let viewers = this.#viewers.get(channelId);
    if (viewers === undefined) {
      // May reveal the channel to some of them, which forgets what is remembered.
      viewers = find();
      if (this.#viewers.size >= MAX_CHANNELS) this.#viewers.clear();
      this.#viewers.set(channelId, viewers);
    }
    return viewers;
  }
}
