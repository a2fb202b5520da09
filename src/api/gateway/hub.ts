import type { GuildEvent, SharedEvent } from '../../guilds/events.js';
import type { PrivateChannelEvent } from '../../guilds/private-channels/decision.js';
import type { ViewedPrivateChannel } from '../../guilds/private-channels/private-channel.js';
import type { GuildAsDecided, GuildState } from '../../guilds/state.js';
import type { Clock } from '../../platform/clock.js';
import type { Logger } from '../../platform/log.js';
import { GATEWAY_CLOSE_CODES } from '../../protocol/gateway/opcodes.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { Store } from '../../store/store.js';
import type { EventPublisher, UserEvent } from '../core/event-bus.js';
import type { GuildRegistry } from '../guilds/guild-registry.js';
import type { EventWriter } from '../versions/version.js';
import { ChannelSync } from './channel-sync.js';
import { EncodedEvent } from './frames/encoded-event.js';
import { GuildDelivery } from './guild-delivery.js';
import { GATEWAY_LIMITS } from './limits.js';
import type { OtherNodes } from './other-nodes.js';
import { PresenceUpdates } from './presence-updates.js';
import { Presences } from './presences.js';
import type { ReplayLimits } from './replay-limits.js';
import { sendEvent } from './send-event.js';
import { SendingTurns } from './sending-turns.js';
import type { Session } from './session.js';
import type { SessionEffects } from './session-effects.js';
import type { SessionIndex } from './session-index.js';
import type { SessionStatus, SessionTransport, SharedBySessions } from './session-options.js';

export interface HubOptions {
  readonly guilds: Pick<GuildRegistry, 'find' | 'get'>;
  readonly effects: SessionEffects;
  readonly sessions: SessionIndex;
  readonly store: Pick<Store, 'settled'>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly others: OtherNodes;
  readonly replayLimits: ReplayLimits;
}

/** The sessions of this process, and the events they receive. */
export class GatewayHub implements EventPublisher {
  readonly presences = new Presences();
  readonly shared: SharedBySessions;
  readonly effects: SessionEffects;
  readonly #sessions: SessionIndex;
  readonly #clock: Clock;
  readonly #delivery: GuildDelivery;
  readonly #presenceUpdates: PresenceUpdates;
  readonly #channels: ChannelSync;
  readonly #others: OtherNodes;

  constructor({ guilds, effects, sessions, store, others, clock, log, replayLimits }: HubOptions) {
    const { presences } = this;
    this.shared = { replayLimits, turns: new SendingTurns() };
    this.effects = effects;
    this.#sessions = sessions;
    this.#clock = clock;
    this.#others = others;
    this.#delivery = new GuildDelivery({ guilds, sessions, presences, store, clock, log });
    const dispatch = (guild: GuildAsDecided, event: SharedEvent) => this.#dispatch(guild, event);
    this.#presenceUpdates = new PresenceUpdates({
      presences,
      sessions,
      guilds,
      store,
      others,
      dispatch,
      log,
    });
    this.#channels = new ChannelSync(sessions, guilds, store, log);
  }

  /** @param resumeId the id that its client names */
  find(resumeId: string): Session | undefined {
    return this.#sessions.findResumable(resumeId);
  }

  guildEvents(guild: GuildAsDecided, events: readonly GuildEvent[]): void {
    const receivers = this.#sessions.ofGuild(guild.id)?.all;
    if (receivers !== undefined) this.shared.turns.prepare(receivers, events.length * receivers.size);
    for (const event of events) {
      if (event.type === 'guildJoined') {
        this.deliverJoined(guild.id, event.userId);
        this.#presenceUpdates.joined(event.userId, guild.id);
      } else this.#dispatch(guild, event);
      if (event.type === 'guildDeleted') this.#sessions.forgetGuild(guild.id);
      if (event.type === 'guildLeft') this.#sessions.unsubscribe(event.userId, guild.id);
    }
  }

  /** Sends a guild that a user joined to their sessions here; those that have it already ignore that. */
  deliverJoined(guildId: Snowflake, userId: Snowflake): void {
    for (const session of this.#sessions.ofUser(userId)) {
      if (!session.serves(guildId)) continue;
      if (session.joinedEarly === null) void this.#delivery.deliver(session, guildId);
      else session.joinedEarly.add(guildId);
    }
  }

  /** A guild was loaded again, without the events since: its sessions receive it again. */
  guildReloaded(guildId: Snowflake): void {
    this.#delivery.deliverAgain(guildId);
  }

  /** The status of a user on other nodes may have changed. @param guildIds those of the user that are known here */
  presenceElsewhere(userId: Snowflake, guildIds: Iterable<Snowflake>): void {
    this.#presenceUpdates.changedElsewhere(userId, guildIds);
  }

  /** The statuses of many users on other nodes may have changed. @param guilds those in which they may be members */
  presencesElsewhere(userIds: Iterable<Snowflake>, guilds: Iterable<GuildState>): void {
    this.#presenceUpdates.manyChangedElsewhere(userIds, guilds);
  }

  userEvent(userId: Snowflake, event: UserEvent): void {
    this.sendToUser(userId, (version) => version.writeUserEvent(event));
  }

  privateEvent(
    userIds: readonly Snowflake[],
    event: PrivateChannelEvent,
    viewed: ViewedPrivateChannel,
  ): void {
    this.sendPrivately(userIds, (version) => version.writePrivateEvent(event, viewed));
  }

  /** Sends an event to a user's own sessions, written as the version of each shows it. */
  sendToUser(userId: Snowflake, write: EventWriter): void {
    const event = EncodedEvent.writtenBy(write);
    this.#others.privateEvent(userId);
    for (const session of this.#sessions.ofUser(userId)) session.dispatch(event);
  }

  /** Sends an event of a private channel to the sessions of users that receive private channels. */
  sendPrivately(userIds: readonly Snowflake[], write: EventWriter): void {
    const event = EncodedEvent.writtenBy(write);
    for (const userId of userIds) {
      this.#others.privateEvent(userId);
      for (const session of this.#sessions.ofUser(userId)) {
        if (session.servesPrivateChannels) session.dispatch(event);
      }
    }
  }

  applicationsChanged(): void {
    const event = EncodedEvent.of('OAUTH2_APPLICATIONS_UPDATE', {});
    this.#others.applicationsChanged();
    for (const session of this.#sessions.withApplicationUpdates()) session.dispatch(event);
  }

  endSessions(userId: Snowflake): void {
    for (const session of [...this.#sessions.ofUser(userId)]) this.endSession(session);
  }

  /** Ends a session whose token is no longer valid. */
  endSession(session: Session): void {
    session.transport?.close(GATEWAY_CLOSE_CODES.AUTHENTICATION_FAILED, 'Authentication failed.');
    this.remove(session);
  }

  /** Publishes everything except the events of guilds. */
  withoutGuilds(): Omit<EventPublisher, 'guildEvents'> {
    return {
      userEvent: (userId, event) => this.userEvent(userId, event),
      privateEvent: (userIds, event, viewed) => this.privateEvent(userIds, event, viewed),
      applicationsChanged: () => this.applicationsChanged(),
      endSessions: (userId) => this.endSessions(userId),
    };
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
    this.#presenceUpdates.changedHere(session.userId, guildIds);
    void this.#deliverAll(session, guildIds);
  }

  setStatus(session: Session, status: SessionStatus): void {
    session.status = status;
    this.#presenceUpdates.changedHere(session.userId, guildsOf(session));
  }

  /** The connection of a session has closed. @param clean whether the client ended the session */
  detach(session: Session, transport: SessionTransport, clean: boolean): void {
    if (session.transport !== transport) return;
    session.transport = null;
    // Without READY its client has no id to resume it with.
    if (clean || session.joinedEarly !== null) this.remove(session);
    else this.awaitResume(session);
  }

  /** Ends a session unless its client resumes it in time. */
  awaitResume(session: Session): void {
    session.cancelExpiry = this.#clock.after(GATEWAY_LIMITS.RESUME_WITHIN_MS, () => this.remove(session));
  }

  remove(session: Session): void {
    session.cancelExpiry();
    if (!this.#sessions.remove(session)) return;
    session.end();
    this.effects.endVoiceOf(session);
    this.#presenceUpdates.changedHere(session.userId, guildsOf(session));
    const { userId } = session;
    if (this.#sessions.ofUser(userId).size > 0) return;
    if (session.isHandedOver || session.isMoving) this.effects.movedAway(userId);
    else this.effects.disconnected(userId);
  }

  /** Sends a guild to a session now if its turn has not come yet: its client knows it from READY, and may refer to it. */
  async deliverNow(session: Session, guildId: Snowflake): Promise<void> {
    if (session.guilds.has(guildId) || !session.arriving.includes(guildId)) return;
    await this.#delivery.deliver(session, guildId);
  }

  async #deliverAll(session: Session, guildIds: readonly Snowflake[]): Promise<void> {
    session.arriving = guildIds;
    await this.#delivery.deliverAll(session, guildIds);
    session.arriving = [];
  }

  #dispatch(guild: GuildAsDecided, event: SharedEvent): void {
    sendEvent(guild, this.#sessions, event);
    this.#channels.follow(guild, event);
  }
}

/** The guilds in which others see the status of a session, also before it has received them. */
function guildsOf({ arriving, guilds }: Session): Iterable<Snowflake> {
  return arriving.length === 0 ? guilds.keys() : new Set([...arriving, ...guilds.keys()]);
}
