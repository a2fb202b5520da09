import { visibleChannels } from '../../guilds/visible-channels.js';
import type { Clock } from '../../platform/clock.js';
import type { Logger } from '../../platform/log.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { Store } from '../../store/store.js';
import type { GuildRegistry } from '../guilds/guild-registry.js';
import { EncodedEvent } from './encoded-event.js';
import { guildCreateFor } from './guild-create.js';
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
   * @param isKnown whether the client knows of the guild, so that it has to be told if it is no member any more
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

  /** A guild has to be loaded again: its sessions receive it as unavailable, and then anew. */
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
