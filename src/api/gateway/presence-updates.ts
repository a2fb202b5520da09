import type { SharedEvent } from '../../guilds/events.js';
import type { GuildMember, GuildState } from '../../guilds/state.js';
import { inSlices } from '../../platform/async/slices.js';
import type { Logger } from '../../platform/log.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { Store } from '../../store/store.js';
import type { GuildRegistry } from '../guilds/guild-registry.js';
import type { OtherNodes } from './other-nodes.js';
import { combineStatuses, type Presences } from './presences.js';
import type { SessionIndex } from './session-index.js';
import type { SessionStatus } from './session-options.js';

export interface PresenceUpdatesOptions {
  readonly presences: Presences;
  readonly sessions: SessionIndex;
  readonly guilds: Pick<GuildRegistry, 'find'>;
  readonly store: Pick<Store, 'settled'>;
  readonly log: Logger;
  readonly others: OtherNodes;
  /** sends an event to the sessions of a guild */
  dispatch(guild: GuildState, event: SharedEvent): void;
}

/** Keeps the presences of users from their sessions, and sends the changes. */
export class PresenceUpdates {
  constructor(private readonly options: PresenceUpdatesOptions) {}

  /** The sessions of a user here, or their status, have changed. @param guildIds the guilds of the user */
  changedHere(userId: Snowflake, guildIds: Iterable<Snowflake>): void {
    const own = this.#statusHere(userId);
    const ids = [...guildIds];
    this.options.others.publish(userId, own, ids);
    this.#show(userId, own, ids);
  }

  /** The status of a user on other nodes may have changed. */
  changedElsewhere(userId: Snowflake, guildIds: Iterable<Snowflake>): void {
    this.#show(userId, this.#statusHere(userId), guildIds);
  }

  /** The statuses of many users on other nodes may have changed. @param guilds those in which they may be members */
  manyChangedElsewhere(userIds: Iterable<Snowflake>, guilds: Iterable<GuildState>): void {
    const changed = new Set<Snowflake>();
    for (const userId of userIds) if (this.#set(userId, this.#statusHere(userId))) changed.add(userId);
    if (changed.size === 0) return;
    const { dispatch, log, presences } = this.options;
    const statuses = new Map([...changed].map((userId) => [userId, presences.statusOf(userId)]));
    this.#afterChanges(() => {
      eachMemberAmong(guilds, changed, (guild, member) => {
        const status = presences.statusOf(member.userId);
        // A change since then is sent for itself.
        if (status !== statuses.get(member.userId)) return;
        dispatch(guild, { type: 'presenceUpdated', presence: presences.of(member, status) });
      }).catch((error: unknown) => log.error({ err: error }, 'failed to send presences of another node'));
    });
  }

  /**
   * A user joined a guild, whose members then see the presence. A status that another node sends afterwards may be for the guilds
   * from before the join.
   */
  joined(userId: Snowflake, guildId: Snowflake): void {
    this.options.others.joined(userId, guildId);
    if (this.options.presences.isOnline(userId)) this.#publish(userId, [guildId]);
  }

  /** The status of the user's sessions here; null without a session that has received READY. */
  #statusHere(userId: Snowflake): SessionStatus | null {
    const statuses = [...this.options.sessions.ofUser(userId)]
      .filter((session) => session.joinedEarly === null)
      .map((session) => session.status);
    return statuses.reduce<SessionStatus | null>(combineStatuses, null);
  }

  #show(userId: Snowflake, own: SessionStatus | null, guildIds: Iterable<Snowflake>): void {
    if (!this.#set(userId, own)) return;
    this.#publish(userId, new Set([...guildIds, ...this.options.others.joinedLately(userId)]));
  }

  /** @returns whether the presence of the user changed */
  #set(userId: Snowflake, own: SessionStatus | null): boolean {
    const { others, presences } = this.options;
    const status = others.statusOf(userId, own);
    const hasChanged = presences.set(userId, status ?? { status: 'offline', game: null });
    if (hasChanged) others.presenceChanged(userId);
    return hasChanged;
  }

  /** A presence has the roles of its member: those of now, so that it is sent after the changes that they come from. */
  #publish(userId: Snowflake, guildIds: Iterable<Snowflake>): void {
    const { dispatch, guilds, presences } = this.options;
    const status = presences.statusOf(userId);
    const updates = [...guildIds].flatMap((id) => {
      // No session here has a guild that is not in memory.
      const guild = guilds.find(id);
      const member = guild?.members.get(userId);
      return guild === undefined || member === undefined
        ? []
        : [{ guild, presence: presences.of(member, status) }];
    });
    if (updates.length === 0) return;
    this.#afterChanges(() => {
      for (const { guild, presence } of updates) {
        // Not if one of these changes was refused.
        if (guilds.find(guild.id) === guild) dispatch(guild, { type: 'presenceUpdated', presence });
      }
    });
  }

  /** Queued like the delivery of a guild: a session that has not received it yet finds the presence in it. */
  #afterChanges(dispatch: () => void): void {
    const { log, store } = this.options;
    store
      .settled({ committed: dispatch, refused: dispatch })
      .catch((error: unknown) =>
        log.debug({ err: error }, 'failed to store a change before a presence update'),
      );
  }
}

/** How many members are looked at before others are served. */
const MEMBERS_AT_ONCE = 1_000;

/** Calls back for each member of the guilds who is among the users. Others are served in between. */
export function eachMemberAmong(
  guilds: Iterable<GuildState>,
  userIds: ReadonlySet<Snowflake>,
  use: (guild: GuildState, member: GuildMember) => void,
): Promise<void> {
  return inSlices(candidates(guilds, userIds), MEMBERS_AT_ONCE, (slice) => {
    for (const [guild, userId] of slice) {
      const member = userIds.has(userId) ? guild.members.get(userId) : undefined;
      if (member !== undefined) use(guild, member);
    }
  });
}

/** The members or the users, whichever are fewer in each guild. */
function* candidates(
  guilds: Iterable<GuildState>,
  userIds: ReadonlySet<Snowflake>,
): Iterable<readonly [GuildState, Snowflake]> {
  for (const guild of guilds) {
    const ids = userIds.size < guild.members.size ? userIds : guild.members.keys();
    for (const id of ids) yield [guild, id];
  }
}
