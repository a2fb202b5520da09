import type { GuildEvent, GuildEventType } from '../../guilds/events.js';
import type { GuildState } from '../../guilds/state.js';
import { visibleChannels } from '../../guilds/visible-channels.js';
import { inSlices } from '../../platform/async/slices.js';
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

/** How many sessions are compared and updated before others are served. */
const SESSIONS_AT_ONCE = 200;

/** Updates the visible channels of sessions after changes of roles and ownership (docs/gateway.md, Hidden channels). */
export class ChannelSync {
  /** by guild: the users with events in this run of events; null: all users */
  readonly #changed = new Map<Snowflake, Set<Snowflake> | null>();

  constructor(
    private readonly sessions: SessionIndex,
    private readonly guilds: Pick<GuildRegistry, 'get'>,
    private readonly store: Pick<Store, 'settled'>,
    private readonly log: Logger,
  ) {}

  /** An event was sent to the sessions of a guild. Those of the same change are followed together. */
  follow({ id }: { readonly id: Snowflake }, event: GuildEvent): void {
    if (!DECIDING.has(event.type) || this.sessions.ofGuild(id) === undefined) return;
    if (!this.#changed.has(id)) {
      this.#changed.set(id, new Set());
      queueMicrotask(() => this.#followChanged(id));
    }
    if (event.type === 'memberUpdated') this.#changed.get(id)?.add(event.member.userId);
    else this.#changed.set(id, null);
  }

  #followChanged(guildId: Snowflake): void {
    const userIds = this.#changed.get(guildId) ?? null;
    this.#changed.delete(guildId);
    const sessions =
      userIds === null
        ? (this.sessions.ofGuild(guildId)?.all ?? [])
        : [...userIds].flatMap((id) => [...this.sessions.ofUser(id)]);
    void inSlices(sessions, SESSIONS_AT_ONCE, (slice) => void this.#sync(guildId, slice));
  }

  /** Those of the sessions whose known channels differ from what their users may view. */
  #outdated(guild: GuildState, sessions: readonly Session[]): [Session, ReadonlySet<Snowflake>][] {
    const comparisons = new Map<ReadonlySet<Snowflake>, Map<ReadonlySet<Snowflake>, boolean>>();
    const isSame = (one: ReadonlySet<Snowflake>, other: ReadonlySet<Snowflake>) => {
      const known = comparisons.get(one) ?? new Map<ReadonlySet<Snowflake>, boolean>();
      comparisons.set(one, known);
      const same = known.get(other) ?? (one.size === other.size && [...one].every((id) => other.has(id)));
      known.set(other, same);
      return same;
    };
    return sessions.flatMap((session): [Session, ReadonlySet<Snowflake>][] => {
      const known = session.guilds.get(guild.id);
      const member = guild.members.get(session.userId);
      if (known === undefined || member === undefined) return [];
      const visible = visibleChannels(guild, member);
      return isSame(known, visible) ? [] : [[session, visible]];
    });
  }

  /** The empty change is queued behind all changes in the snapshot, so that nothing is sent before it is stored. */
  async #sync(guildId: Snowflake, sessions: readonly Session[]): Promise<void> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      try {
        const guild = await this.guilds.get(guildId);
        if (guild === null) return;
        const outdated = this.#outdated(guild, sessions);
        if (outdated.length === 0) return;
        const { channels, voiceStates } = guild;
        const snapshot = { ...guild, channels: new Map(channels), voiceStates: new Map(voiceStates) };
        const committed = () => {
          const receivers = this.sessions.ofGuild(guildId);
          if (receivers === undefined) return;
          const views = new ChannelViews(snapshot, receivers);
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
