import { setImmediate } from 'node:timers/promises';
import { snapshotOf } from '../../guilds/events.js';
import type { GuildMember, GuildState } from '../../guilds/state.js';
import { visibleChannels } from '../../guilds/visible-channels.js';
import { voiceSnapshot } from '../../guilds/voice.js';
import { FairTurns } from '../../net/fair-turns.js';
import type { Clock } from '../../platform/clock.js';
import type { Logger } from '../../platform/log.js';
import type { GuildCreate } from '../../protocol/objects/guild.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import { timestamp } from '../../protocol/timestamp.js';
import type { Store } from '../../store/store.js';
import type { GuildRegistry } from '../guilds/guild-registry.js';
import type { Views } from '../versions/views.js';
import { EncodedEvent } from './frames/encoded-event.js';
import { GATEWAY_LIMITS } from './limits.js';
import type { Presences } from './presences.js';
import type { PendingDelivery, Session } from './session.js';
import type { SessionIndex } from './session-index.js';

/** The number of attempts to send a guild after failed commits. */
const DELIVERY_ATTEMPTS = 5;
/** How long guilds are made in a row, in milliseconds. */
const TURN_MS = 10;
/** The total size of guilds that are made and not stored, in bytes, beyond which no other is made. */
const UNSTORED_BYTES = 4 * 1024 * 1024;

/** Sessions of a user that wait until a guild is made for them. */
interface Waiting {
  readonly sessions: Set<Session>;
  /** when it is made, and then when it is sent */
  readonly made: Promise<{ readonly sent: Promise<void> }>;
}

export interface GuildDeliveryOptions {
  readonly guilds: Pick<GuildRegistry, 'get'>;
  readonly sessions: SessionIndex;
  readonly presences: Presences;
  readonly store: Pick<Store, 'settled'>;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * Sends whole guilds to sessions, which receive their events from then on. One guild is made at a time: once for all sessions of a
 * user that wait for it and have read what they were sent before.
 */
export class GuildDelivery {
  readonly #turns = new FairTurns(1);
  /** by guild and user */
  readonly #waiting = new Map<string, Waiting>();
  /** when others are served; null: no guild was made yet in this turn of the event loop */
  #turnEnds: number | null = null;
  #unstoredBytes = 0;

  /** @param now the time, in milliseconds */
  constructor(
    private readonly options: GuildDeliveryOptions,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** A few are loaded at a time. */
  async deliverAll(session: Session, guildIds: readonly Snowflake[]): Promise<void> {
    const waiting = guildIds.values();
    const deliver = async () => {
      for (const id of waiting) {
        if (session.isOver) return;
        await this.deliver(session, id);
      }
    };
    await Promise.all(Array.from({ length: GATEWAY_LIMITS.DELIVERIES }, deliver));
  }

  /**
   * Sends GUILD_CREATE and then the guild's events, as soon as the client has read what it was sent. GUILD_DELETE also waits for
   * the change that it follows from.
   *
   * @param isKnown whether the client knows of the guild, so that it has to be told if it is no longer a member
   */
  deliver(session: Session, guildId: Snowflake, isKnown = false): Promise<void> {
    if (session.guilds.has(guildId)) return Promise.resolve();
    let pending = session.deliveries.get(guildId);
    if (pending === undefined) {
      pending = { isKnown, done: Promise.resolve(), made: null };
      session.deliveries.set(guildId, pending);
      pending.done = this.#deliver(session, guildId, pending);
    }
    pending.isKnown ||= isKnown;
    return pending.done;
  }

  async #deliver(session: Session, guildId: Snowflake, pending: PendingDelivery): Promise<void> {
    const { guilds, log } = this.options;
    const isPending = () => !session.isOver && session.deliveries.get(guildId) === pending;
    let failed = 0;
    while (isPending() && failed < DELIVERY_ATTEMPTS) {
      try {
        await session.untilSent();
        await untilMadeAreSent(session);
        // Others do not wait in the turn for a guild that has to be loaded again.
        await guilds.get(guildId);
        if (isPending()) await this.#deliverTogether(session, guildId);
      } catch (error) {
        failed += 1;
        log.warn({ err: error, guild: guildId }, 'failed to send a guild; retrying');
      }
    }
    if (!isPending()) return;
    session.deliveries.delete(guildId);
    this.#putOff(session, guildId);
  }

  /** Waits for a turn; the session may have to wait for another one. */
  async #deliverTogether(session: Session, guildId: Snowflake): Promise<void> {
    const key = `${guildId} ${session.userId}`;
    let waiting = this.#waiting.get(key);
    if (waiting === undefined) {
      const sessions = new Set<Session>();
      const made = this.#turns.run(session.userId, async () => {
        let guild: GuildState | null;
        try {
          guild = await this.options.guilds.get(guildId);
        } finally {
          this.#waiting.delete(key);
        }
        return this.#make(guildId, guild, [...sessions]);
      });
      waiting = { sessions, made };
      this.#waiting.set(key, waiting);
    }
    waiting.sessions.add(session);
    const { sent } = await waiting.made;
    await sent;
  }

  /**
   * Makes a guild for those of a user's sessions that may be sent the same now. The empty change is queued behind all changes in the
   * snapshot, so that every change is sent exactly once and only after it is stored.
   */
  async #make(
    guildId: Snowflake,
    guild: GuildState | null,
    waiting: readonly Session[],
  ): Promise<{ sent: Promise<void> }> {
    const { presences, sessions, store } = this.options;
    const ready = waiting.filter((session) => !session.isBehind && !session.isOver && mayTakeMore(session));
    const [first] = ready;
    if (first === undefined) return { sent: Promise.resolve() };
    const own = guild?.members.get(first.userId);
    if (guild === null || own === undefined) {
      const committed = () => {
        for (const session of waiting) leave(session, guildId);
      };
      return { sent: store.settled({ committed }, guildId) };
    }
    this.#startTurn();
    const large = isLarge(guild, first);
    const receivers = ready.filter(
      (session) => session.format === first.format && isLarge(guild, session) === large,
    );
    const channels = visibleChannels(guild, own);
    const { views } = first.version;
    const data = guildCreateFor({ own, views, large }, guild, channels, presences);
    const event = EncodedEvent.of('GUILD_CREATE', data);
    // Here, because many guilds may be stored together.
    event.prepare(first.format);
    const committed = () => {
      for (const session of receivers) {
        session.deliveries.delete(guildId);
        if (sessions.subscribe(session, guildId, channels)) session.dispatch(event);
      }
    };
    const sent = store.settled({ committed }, guildId);
    const pending = receivers.flatMap((session) => session.deliveries.get(guildId) ?? []);
    const forget = () => {
      this.#unstoredBytes -= event.size;
      for (const each of pending) each.made = null;
    };
    const made = { bytes: event.size, settled: sent.then(forget, forget) };
    this.#unstoredBytes += event.size;
    for (const each of pending) each.made = made;
    if (this.#unstoredBytes > UNSTORED_BYTES) await made.settled;
    else if (this.now() >= (this.#turnEnds ?? 0)) await setImmediate();
    return { sent };
  }

  #startTurn(): void {
    if (this.#turnEnds !== null) return;
    this.#turnEnds = this.now() + TURN_MS;
    void setImmediate().then(() => {
      this.#turnEnds = null;
    });
  }

  /** A guild has to be loaded again: its sessions receive it as unavailable, and then again. */
  deliverAgain(guildId: Snowflake): void {
    const { sessions } = this.options;
    const receivers = [...(sessions.ofGuild(guildId)?.all ?? [])];
    sessions.forgetGuild(guildId);
    const event = unavailable(guildId);
    for (const session of receivers) {
      session.dispatch(event);
      void this.deliver(session, guildId, true);
    }
  }

  /** A guild failed to load: the session receives it as unavailable, and gets it when it is available again. */
  #putOff(session: Session, guildId: Snowflake): void {
    session.dispatch(unavailable(guildId));
    this.options.clock.after(GATEWAY_LIMITS.DELIVER_AGAIN_MS, () => {
      if (!session.isOver) void this.deliver(session, guildId, true);
    });
  }
}

function unavailable(guildId: Snowflake): EncodedEvent {
  return EncodedEvent.of('GUILD_DELETE', { id: guildId, unavailable: true });
}

/** Whether little of what is made for a session waits for the store. */
function mayTakeMore({ deliveries }: Session): boolean {
  const bytes = [...deliveries.values()].reduce((sum, { made }) => sum + (made?.bytes ?? 0), 0);
  return bytes < GATEWAY_LIMITS.BUFFERED_BYTES;
}

/** Waits until so much of what is made for a session is sent that more may be made. */
async function untilMadeAreSent(session: Session): Promise<void> {
  while (!mayTakeMore(session)) {
    await [...session.deliveries.values()].find(({ made }) => made !== null)?.made?.settled;
  }
}

/** A session's user is no member of a guild that the session was to receive. */
function leave(session: Session, guildId: Snowflake): void {
  const isKnown = session.deliveries.get(guildId)?.isKnown === true;
  session.deliveries.delete(guildId);
  // One of READY is known, too.
  if (isKnown || session.arriving.includes(guildId))
    session.dispatch(EncodedEvent.of('GUILD_DELETE', { id: guildId }));
}

function isLarge(guild: GuildState, { options }: Session): boolean {
  return guild.members.size > options.largeThreshold;
}

/** How a member's sessions are sent a guild. */
interface Recipient {
  readonly own: GuildMember;
  readonly views: Views;
  /** whether without most offline members */
  readonly large: boolean;
}

/**
 * GUILD_CREATE for one member's sessions (docs/gateway.md, Hidden channels).
 *
 * @param visible the channels that the member may view
 */
function guildCreateFor(
  { own, views, large }: Recipient,
  guild: GuildState,
  visible: ReadonlySet<Snowflake>,
  presences: Presences,
): GuildCreate {
  const online = presences.inGuild(guild);
  // Offline members of a large guild are requested individually or with op 8.
  const shown = large
    ? new Set([own.userId, ...online.map((presence) => presence.userId)])
    : guild.members.keys();
  const members = [...shown].flatMap((id) => guild.members.get(id) ?? []);
  const channels = [...guild.channels.values()].filter(({ id }) => visible.has(id));
  const voiceStates = [...guild.voiceStates.values()].filter(
    ({ channelId, userId }) => visible.has(channelId) || userId === own.userId,
  );
  return {
    ...views.guild(snapshotOf(guild)),
    joined_at: timestamp(own.joinedAt),
    large,
    unavailable: false,
    member_count: guild.members.size,
    voice_states: voiceStates.map((state) => views.voiceState(voiceSnapshot(guild, state))),
    members: members.map((member) => views.guildMember(guild, member)),
    channels: channels.map((channel) => views.channel(guild.id, channel)),
    presences: online.map((presence) => views.presence(presence)),
  };
}
