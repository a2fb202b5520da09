import { snapshotOf } from '../../guilds/events.js';
import type { GuildState } from '../../guilds/state.js';
import { visibleChannels } from '../../guilds/visible-channels.js';
import { voiceSnapshot } from '../../guilds/voice.js';
import type { Clock } from '../../platform/clock.js';
import type { Logger } from '../../platform/log.js';
import type { GuildCreate } from '../../protocol/objects/guild.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import { timestamp } from '../../protocol/timestamp.js';
import type { Store } from '../../store/store.js';
import type { GuildRegistry } from '../guilds/guild-registry.js';
import { EncodedEvent } from './frames/encoded-event.js';
import { GATEWAY_LIMITS } from './limits.js';
import type { Presences } from './presences.js';
import type { Session } from './session.js';
import type { SessionIndex } from './session-index.js';

/** The number of attempts to send a guild after failed commits. */
const DELIVERY_ATTEMPTS = 5;

export interface GuildDeliveryOptions {
  readonly guilds: Pick<GuildRegistry, 'get'>;
  readonly sessions: SessionIndex;
  readonly presences: Presences;
  readonly store: Pick<Store, 'settled'>;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Sends whole guilds to sessions, which receive their events from then on. */
export class GuildDelivery {
  constructor(private readonly options: GuildDeliveryOptions) {}

  /** A few at a time, at the client's pace: all of them may exceed the buffer. */
  async deliverAll(session: Session, guildIds: readonly Snowflake[]): Promise<void> {
    const waiting = guildIds.values();
    const deliver = async () => {
      for (const id of waiting) {
        if (session.isBehind) await session.untilSent();
        if (session.isOver) return;
        await this.deliver(session, id);
      }
    };
    await Promise.all(Array.from({ length: GATEWAY_LIMITS.DELIVERIES }, deliver));
  }

  /**
   * Sends GUILD_CREATE and then the guild's events. The empty change is queued behind all changes in the snapshot, so
   * that every change is sent exactly once and only after it is stored. GUILD_DELETE also waits for the change that it follows from.
   *
   * @param isKnown whether the client knows of the guild, so that it has to be told if it is no longer a member
   */
  async deliver(session: Session, guildId: Snowflake, isKnown = false): Promise<void> {
    const { guilds, log, presences, sessions, store } = this.options;
    for (let attempt = 0; attempt < DELIVERY_ATTEMPTS; attempt++) {
      try {
        const guild = await guilds.get(guildId);
        const member = guild?.members.get(session.userId);
        if (guild === null || member === undefined) {
          const left = () => {
            // One of READY is known, too.
            if (isKnown || session.arriving.includes(guildId))
              session.dispatch(EncodedEvent.of('GUILD_DELETE', { id: guildId }));
          };
          await store.settled({ committed: left }, guildId);
          return;
        }
        const channels = visibleChannels(guild, member);
        const event = EncodedEvent.of('GUILD_CREATE', guildCreateFor(session, guild, channels, presences));
        const committed = () => {
          if (sessions.subscribe(session, guildId, channels)) session.dispatch(event);
        };
        await store.settled({ committed }, guildId);
        return;
      } catch (error) {
        log.warn({ err: error, guild: guildId }, 'failed to send a guild; retrying');
      }
    }
    this.#putOff(session, guildId);
  }

  /** A guild has to be loaded again: its sessions receive it as unavailable, and then again. */
  deliverAgain(guildId: Snowflake): void {
    const { sessions } = this.options;
    const receivers = [...(sessions.ofGuild(guildId)?.all ?? [])];
    sessions.forgetGuild(guildId);
    for (const session of receivers) {
      session.dispatch(unavailable(guildId));
      void this.deliver(session, guildId, true);
    }
  }

  /** A guild failed to load: the session receives it as unavailable, and gets it when it is available again. */
  #putOff(session: Session, guildId: Snowflake): void {
    if (session.isOver) return;
    session.dispatch(unavailable(guildId));
    this.options.clock.after(GATEWAY_LIMITS.DELIVER_AGAIN_MS, () => {
      if (!session.isOver) void this.deliver(session, guildId, true);
    });
  }
}

function unavailable(guildId: Snowflake): EncodedEvent {
  return EncodedEvent.of('GUILD_DELETE', { id: guildId, unavailable: true });
}

/**
 * GUILD_CREATE for one member's session (docs/gateway.md, Hidden channels).
 *
 * @param visible the channels that the member may view
 */
function guildCreateFor(
  session: Session,
  guild: GuildState,
  visible: ReadonlySet<Snowflake>,
  presences: Presences,
): GuildCreate {
  const { views } = session.version;
  const large = guild.members.size > session.options.largeThreshold;
  const own = guild.members.get(session.userId);
  const online = presences.inGuild(guild);
  // Offline members of a large guild are requested individually or with op 8.
  const shown = large
    ? new Set([session.userId, ...online.map((presence) => presence.userId)])
    : guild.members.keys();
  const members = [...shown].flatMap((id) => guild.members.get(id) ?? []);
  const channels = [...guild.channels.values()].filter(({ id }) => visible.has(id));
  const voiceStates = [...guild.voiceStates.values()].filter(
    ({ channelId, userId }) => visible.has(channelId) || userId === session.userId,
  );
  return {
    ...views.guild(snapshotOf(guild)),
    joined_at: timestamp(own?.joinedAt ?? 0),
    large,
    unavailable: false,
    member_count: guild.members.size,
    voice_states: voiceStates.map((state) => views.voiceState(voiceSnapshot(guild, state))),
    members: members.map((member) => views.guildMember(guild, member)),
    channels: channels.map((channel) => views.channel(guild.id, channel)),
    presences: online.map((presence) => views.presence(presence)),
  };
}
