import type { SharedEvent } from '../../guilds/events.js';
import type { GuildState } from '../../guilds/state.js';
import type { Logger } from '../../platform/log.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { Store } from '../../store/store.js';
import type { GuildRegistry } from '../guilds/guild-registry.js';
import type { Presences } from './presences.js';
import type { SessionStatus } from './session.js';
import type { SessionIndex } from './session-index.js';

/** The presences of users on other nodes. */
export interface PresencesElsewhere {
  /** the status of a user there; null: not connected to them */
  statusOf(userId: Snowflake): SessionStatus | null;
  /** Sends the status of a user here to the other nodes. @param status null: no longer connected */
  publish(userId: Snowflake, status: SessionStatus | null, guildIds: readonly Snowflake[]): void;
}

export interface PresenceUpdatesOptions {
  readonly presences: Presences;
  readonly sessions: SessionIndex;
  readonly guilds: Pick<GuildRegistry, 'find'>;
  readonly store: Pick<Store, 'settled'>;
  readonly log: Logger;
  /** null: this process is the only one */
  readonly elsewhere: PresencesElsewhere | null;
  /** sends an event to the sessions of a guild */
  dispatch(guild: GuildState, event: SharedEvent): void;
}

/** Keeps the presences of users from their sessions, and sends the changes. */
export class PresenceUpdates {
  constructor(private readonly options: PresenceUpdatesOptions) {}

  /** The sessions of a user here, or their status, have changed. @param guildIds the guilds of the user */
  changedHere(userId: Snowflake, guildIds: Iterable<Snowflake>): void {
    const { elsewhere } = this.options;
    const own = this.#statusHere(userId);
    if (elsewhere === null) {
      this.#show(userId, own, guildIds);
      return;
    }
    const ids = [...guildIds];
    elsewhere.publish(userId, own, ids);
    this.#show(userId, own, ids);
  }

  /** The status of a user on other nodes may have changed. */
  changedElsewhere(userId: Snowflake, guildIds: Iterable<Snowflake>): void {
    this.#show(userId, this.#statusHere(userId), guildIds);
  }

  /** A user who is online joined a guild. */
  joined(userId: Snowflake, guildId: Snowflake): void {
    if (this.options.presences.isOnline(userId)) this.#publish(userId, [guildId]);
  }

  /** The first visible status of the user's sessions; null without a session that has received READY. */
  #statusHere(userId: Snowflake): SessionStatus | null {
    const statuses = [...this.options.sessions.ofUser(userId)]
      .filter((session) => session.joinedEarly === null)
      .map((session) => session.status);
    return statuses.find(({ status }) => status !== 'offline') ?? statuses[0] ?? null;
  }

  #show(userId: Snowflake, own: SessionStatus | null, guildIds: Iterable<Snowflake>): void {
    const { elsewhere, presences } = this.options;
    const isVisible = own !== null && own.status !== 'offline';
    const status = isVisible ? own : (elsewhere?.statusOf(userId) ?? { status: 'offline', game: null });
    if (presences.set(userId, status)) this.#publish(userId, [...guildIds]);
  }

  /** Queued like the delivery of a guild: a session that has not received it yet finds the presence in it. */
  #publish(userId: Snowflake, guildIds: readonly Snowflake[]): void {
    const { log, store } = this.options;
    const dispatch = () => {
      for (const id of guildIds) this.#dispatch(userId, id);
    };
    store
      .settled({ committed: dispatch, refused: dispatch })
      .catch((error: unknown) =>
        log.debug({ err: error }, 'failed to store a change before a presence update'),
      );
  }

  #dispatch(userId: Snowflake, guildId: Snowflake): void {
    const { dispatch, guilds, presences } = this.options;
    // No session here has a guild that is not in memory.
    const guild = guilds.find(guildId);
    if (guild === undefined) return;
    const member = guild.members.get(userId);
    if (member === undefined) return;
    dispatch(guild, { type: 'presenceUpdated', presence: presences.of(member) });
  }
}
