import type { GuildEvent, SharedEvent } from '../../guilds/events.js';
import type { GuildState } from '../../guilds/state.js';
import { visibleChannels } from '../../guilds/visible-channels.js';
import type { Clock } from '../../platform/clock.js';
import type { Logger } from '../../platform/log.js';
import type { GatewayEventName, GatewayEvents } from '../../protocol/gateway/events.js';
import { GATEWAY_CLOSE_CODES } from '../../protocol/gateway/opcodes.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { Store } from '../../store/store.js';
import type { EventPublisher } from '../event-bus.js';
import type { GuildChanges } from '../guilds/guild-changes.js';
import type { GuildRegistry } from '../guilds/guild-registry.js';
import type { ApiVersion, EventWriter } from '../versions/version.js';
import { ChannelSync } from './channel-sync.js';
import { EncodedEvent } from './encoded-event.js';
import { guildCreateFor } from './guild-create.js';
import { GATEWAY_LIMITS } from './limits.js';
import { Presences } from './presences.js';
import { sendEvent } from './send-event.js';
import type { Session, SessionStatus, SessionTransport } from './session.js';
import type { SessionIndex } from './session-index.js';
import { TemporaryMembers } from './temporary-members.js';
import { VoiceStates } from './voice-states.js';

/** The number of attempts to send a guild after failed commits. */
const DELIVERY_ATTEMPTS = 5;

export interface HubOptions {
  readonly guilds: Pick<GuildRegistry, 'get'>;
  readonly changes: Pick<GuildChanges, 'change' | 'preview'>;
  readonly sessions: SessionIndex;
  readonly store: Pick<Store, 'settled'>;
  readonly clock: Clock;
  readonly log: Logger;
  /** a user joined the voice channel once more in which they are already, with the same session */
  rejoinedVoice(guild: GuildState, userId: Snowflake): void;
}

/** The sessions of this process, and the events they receive. */
export class GatewayHub implements EventPublisher {
  readonly #guilds: Pick<GuildRegistry, 'get'>;
  readonly #sessions: SessionIndex;
  readonly #store: Pick<Store, 'settled'>;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly presences = new Presences();
  readonly voice: VoiceStates;
  readonly #temporary: TemporaryMembers;
  readonly #channels: ChannelSync;

  constructor({ guilds, changes, sessions, store, rejoinedVoice, clock, log }: HubOptions) {
    this.#guilds = guilds;
    this.#sessions = sessions;
    this.#store = store;
    this.#clock = clock;
    this.#log = log;
    this.voice = new VoiceStates({ guilds, changes, rejoined: rejoinedVoice, log });
    this.#temporary = new TemporaryMembers(guilds, changes, log);
    this.#channels = new ChannelSync(sessions, guilds, store, log);
  }

  find(id: string): Session | undefined {
    return this.#sessions.get(id);
  }

  guildEvents(guild: GuildState, events: readonly GuildEvent[]): void {
    for (const event of events) {
      if (event.type === 'guildJoined') this.#joined(guild, event.userId);
      else this.#dispatch(guild, event);
      if (event.type === 'guildDeleted') this.#sessions.forgetGuild(guild.id);
      if (event.type === 'guildLeft') this.#sessions.unsubscribe(event.userId, guild.id);
    }
  }

  userEvent<Name extends GatewayEventName>(
    userId: Snowflake,
    name: Name,
    write: (version: ApiVersion) => GatewayEvents[Name],
  ): void {
    const event = EncodedEvent.writtenBy((version) => ({ name, data: write(version) }));
    for (const session of this.#sessions.ofUser(userId)) session.dispatch(event);
  }

  privateEvent(userIds: Iterable<Snowflake>, write: EventWriter): void {
    const event = EncodedEvent.writtenBy(write);
    for (const userId of userIds) {
      for (const session of this.#sessions.ofUser(userId)) {
        if (session.servesPrivateChannels) session.dispatch(event);
      }
    }
  }

  applicationsChanged(): void {
    const event = EncodedEvent.of('OAUTH2_APPLICATIONS_UPDATE', {});
    for (const session of this.#sessions.withApplicationUpdates()) session.dispatch(event);
  }

  endSessions(userId: Snowflake): void {
    for (const session of [...this.#sessions.ofUser(userId)]) {
      session.transport?.close(GATEWAY_CLOSE_CODES.AUTHENTICATION_FAILED, 'Authentication failed.');
      this.remove(session);
    }
  }

  /** Adds a new session; it receives nothing before its READY. */
  add(session: Session): void {
    // The oldest session is closed first, because it is most likely abandoned.
    const [oldest, ...others] = this.#sessions.ofUser(session.userId);
    if (oldest !== undefined && others.length + 1 >= GATEWAY_LIMITS.SESSIONS_OF_USER) {
      oldest.transport?.close(GATEWAY_CLOSE_CODES.SESSION_TIMEOUT, 'Too many sessions.');
      this.remove(oldest);
    }
    this.#sessions.add(session);
  }

  /** Sends READY and then each guild, after all earlier changes are stored and sent. */
  begin(session: Session, ready: EncodedEvent, guildIds: readonly Snowflake[]): void {
    session.begin(ready);
    this.#updatePresence(session.userId, guildIds);
    void this.#deliverAll(session, guildIds);
  }

  setStatus(session: Session, status: SessionStatus): void {
    session.status = status;
    this.#updatePresence(session.userId, session.guilds.keys());
  }

  /** The connection of a session has closed. @param clean whether the client ended the session */
  detach(session: Session, transport: SessionTransport, clean: boolean): void {
    if (session.transport !== transport) return;
    session.transport = null;
    if (clean) {
      this.remove(session);
      return;
    }
    session.cancelExpiry = this.#clock.after(GATEWAY_LIMITS.RESUME_WITHIN_MS, () => this.remove(session));
  }

  remove(session: Session): void {
    session.cancelExpiry();
    if (!this.#sessions.remove(session)) return;
    session.end();
    this.voice.end(session);
    this.#updatePresence(session.userId, session.guilds.keys());
    const { userId, guilds } = session;
    if (this.#sessions.ofUser(userId).size === 0) this.#temporary.disconnected(userId, guilds.keys());
  }

  #joined(guild: GuildState, userId: Snowflake): void {
    for (const session of this.#sessions.ofUser(userId)) {
      if (!session.serves(guild.id)) continue;
      if (session.joinedEarly === null) void this.#deliver(session, guild.id);
      else session.joinedEarly.add(guild.id);
    }
    if (this.presences.isOnline(userId)) this.#publishPresence(userId, [guild.id]);
  }

  /** A few at a time, at the client's pace: all of them may exceed the buffer. */
  async #deliverAll(session: Session, guildIds: readonly Snowflake[]): Promise<void> {
    const waiting = guildIds.values();
    const deliver = async () => {
      for (const id of waiting) {
        if (session.isBehind) await session.untilSent();
        if (session.isOver) return;
        await this.#deliver(session, id);
      }
    };
    await Promise.all(Array.from({ length: GATEWAY_LIMITS.DELIVERIES }, deliver));
  }

  /**
   * Sends GUILD_CREATE and then the guild's events. The empty change is queued behind all changes in the snapshot, so
   * that every change is sent exactly once and only after it is stored.
   */
  async #deliver(session: Session, guildId: Snowflake): Promise<void> {
    for (let attempt = 0; attempt < DELIVERY_ATTEMPTS; attempt++) {
      try {
        const guild = await this.#guilds.get(guildId);
        const member = guild?.members.get(session.userId);
        if (guild === null || member === undefined) return;
        const channels = visibleChannels(guild, member);
        const event = EncodedEvent.of(
          'GUILD_CREATE',
          guildCreateFor(session, guild, channels, this.presences),
        );
        const committed = () => {
          if (this.#sessions.subscribe(session, guildId, channels)) session.dispatch(event);
        };
        await this.#store.settled({ committed }, guildId);
        return;
      } catch (error) {
        this.#log.warn({ err: error, guild: guildId }, 'failed to send a guild; retrying');
      }
    }
    this.#putOff(session, guildId);
  }

  /** A guild failed to load: the session receives it as unavailable, and gets it when it is available again. */
  #putOff(session: Session, guildId: Snowflake): void {
    if (session.isOver) return;
    session.dispatch(EncodedEvent.of('GUILD_DELETE', { id: guildId, unavailable: true }));
    this.#clock.after(GATEWAY_LIMITS.DELIVER_AGAIN_MS, () => {
      if (!session.isOver) void this.#deliver(session, guildId);
    });
  }

  #dispatch(guild: GuildState, event: SharedEvent): void {
    sendEvent(guild, this.#sessions, event);
    this.#channels.follow(guild, event);
  }

  #updatePresence(userId: Snowflake, guildIds: Iterable<Snowflake>): void {
    const [status = { status: 'offline', game: null } as const] = [...this.#sessions.ofUser(userId)]
      .filter((session) => session.joinedEarly === null)
      .map((session) => session.status)
      .filter(({ status }) => status !== 'offline');
    if (this.presences.set(userId, status)) this.#publishPresence(userId, [...guildIds]);
  }

  /** Queued like `#deliver`: a session that has not received the guild yet finds the presence in it. */
  #publishPresence(userId: Snowflake, guildIds: readonly Snowflake[]): void {
    const tell = () => {
      for (const id of guildIds) this.#dispatchPresence(userId, id);
    };
    this.#store
      .settled({ committed: tell, refused: tell })
      .catch((error: unknown) =>
        this.#log.debug({ err: error }, 'failed to store a change before a presence update'),
      );
  }

  #dispatchPresence(userId: Snowflake, guildId: Snowflake): void {
    const guild = this.#guilds.get(guildId);
    // No session has a guild that is not in memory.
    if (guild === null || guild instanceof Promise) return;
    const member = guild.members.get(userId);
    if (member === undefined) return;
    this.#dispatch(guild, { type: 'presenceUpdated', presence: this.presences.of(member) });
  }
}
