import type { GuildEvent, GuildEventType } from '../../guilds/events.js';
import type { GuildState } from '../../guilds/state.js';
import { visibleChannels } from '../../guilds/visible-channels.js';
import type { Logger } from '../../platform/log.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { Store } from '../../store/store.js';
import type { GuildRegistry } from '../guilds/guild-registry.js';
import { ChannelViews } from './channel-views.js';
import type { Session } from './session.js';
import type { SessionIndex } from './session-index.js';

/** Events of changes that may reveal or hide channels, besides those of the channels themselves. */
const DECIDING: ReadonlySet<GuildEventType> = new Set<GuildEventType>([
  'guildUpdated',
  'memberUpdated',
  'roleUpdated',
  'roleDeleted',
]);

/** The number of attempts after failed commits. */
const ATTEMPTS = 5;

/** Updates the visible channels of sessions after changes of roles and ownership (docs/gateway.md, Hidden channels). */
export class ChannelSync {
  constructor(
    private readonly sessions: SessionIndex,
    private readonly guilds: Pick<GuildRegistry, 'get'>,
    private readonly store: Pick<Store, 'settled'>,
    private readonly log: Logger,
  ) {}

  /** An event was sent to the sessions of a guild. */
  follow(guild: GuildState, event: GuildEvent): void {
    if (!DECIDING.has(event.type)) return;
    const userId = event.type === 'memberUpdated' ? event.member.userId : null;
    if (this.#outdated(guild, userId).length > 0) void this.#sync(guild.id, userId);
  }

  /**
   * The sessions whose known channels differ from what their users may view. @param userId restricts it to one user;
   * null: all
   */
  #outdated(guild: GuildState, userId: Snowflake | null): [Session, ReadonlySet<Snowflake>][] {
    const sessions =
      userId === null ? (this.sessions.ofGuild(guild.id)?.all ?? []) : this.sessions.ofUser(userId);
    const comparisons = new Map<ReadonlySet<Snowflake>, Map<ReadonlySet<Snowflake>, boolean>>();
    const isSame = (one: ReadonlySet<Snowflake>, other: ReadonlySet<Snowflake>) => {
      const known = comparisons.get(one) ?? new Map<ReadonlySet<Snowflake>, boolean>();
      comparisons.set(one, known);
      const same = known.get(other) ?? (one.size === other.size && [...one].every((id) => other.has(id)));
      known.set(other, same);
      return same;
    };
    return [...sessions].flatMap((session): [Session, ReadonlySet<Snowflake>][] => {
      const known = session.guilds.get(guild.id);
      const member = guild.members.get(session.userId);
      if (known === undefined || member === undefined) return [];
      const visible = visibleChannels(guild, member);
      return isSame(known, visible) ? [] : [[session, visible]];
    });
  }

  /** The empty change is queued behind all changes in the snapshot, so that nothing is sent before it is stored. */
  async #sync(guildId: Snowflake, userId: Snowflake | null): Promise<void> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      try {
        const guild = await this.guilds.get(guildId);
        if (guild === null) return;
        const outdated = this.#outdated(guild, userId);
        const { channels, voiceStates } = guild;
        const snapshot = { ...guild, channels: new Map(channels), voiceStates: new Map(voiceStates) };
        const committed = () => {
          const sessions = this.sessions.ofGuild(guildId);
          if (sessions === undefined) return;
          const views = new ChannelViews(snapshot, sessions);
          for (const [session, visible] of outdated) {
            if (session.guilds.has(guildId)) views.show(session, visible);
          }
        };
        await this.store.settled({ committed }, guildId);
        return;
      } catch (error) {
        this.log.warn({ err: error, guild: guildId }, 'failed to update the channels of sessions');
      }
    }
  }
}
