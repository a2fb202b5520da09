import type { Snowflake } from '../../protocol/snowflake.js';
import type { Session } from './session.js';

const NONE: ReadonlySet<Session> = new Set();

/** The live sessions by id, by user and by their guilds. */
export class SessionIndex {
  readonly #byId = new Map<string, Session>();
  readonly #byUser = new Map<Snowflake, Set<Session>>();
  readonly #byGuild = new Map<Snowflake, Set<Session>>();

  get(id: string): Session | undefined {
    return this.#byId.get(id);
  }

  /** whether a session is live: voice membership ends with the session that joined */
  has(id: string): boolean {
    return this.#byId.has(id);
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

  ofGuild(guildId: Snowflake): ReadonlySet<Session> {
    return this.#byGuild.get(guildId) ?? NONE;
  }

  add(session: Session): void {
    this.#byId.set(session.id, session);
    addTo(this.#byUser, session.userId, session);
  }

  /**
   * Subscribes a session to a guild's events.
   *
   * @param channels the channels that it receives with the guild
   * @returns whether the session is still live and was not subscribed yet
   */
  subscribe(session: Session, guildId: Snowflake, channels: ReadonlySet<Snowflake>): boolean {
    if (!this.#byId.has(session.id) || session.guilds.has(guildId)) return false;
    session.guilds.set(guildId, channels);
    addTo(this.#byGuild, guildId, session);
    return true;
  }

  /** A user no longer receives events of this guild. */
  unsubscribe(userId: Snowflake, guildId: Snowflake): void {
    for (const session of this.ofUser(userId)) {
      if (session.guilds.delete(guildId)) removeFrom(this.#byGuild, guildId, session);
    }
  }

  /** No session receives events of this guild any more. */
  forgetGuild(guildId: Snowflake): void {
    for (const session of this.ofGuild(guildId)) session.guilds.delete(guildId);
    this.#byGuild.delete(guildId);
  }

  /** @returns whether it was there */
  remove(session: Session): boolean {
    if (!this.#byId.delete(session.id)) return false;
    removeFrom(this.#byUser, session.userId, session);
    for (const guildId of session.guilds.keys()) removeFrom(this.#byGuild, guildId, session);
    return true;
  }
}

function addTo(index: Map<Snowflake, Set<Session>>, key: Snowflake, session: Session): void {
  const sessions = index.get(key) ?? new Set();
  index.set(key, sessions);
  sessions.add(session);
}

function removeFrom(index: Map<Snowflake, Set<Session>>, key: Snowflake, session: Session): void {
  const sessions = index.get(key);
  sessions?.delete(session);
  if (sessions?.size === 0) index.delete(key);
}
