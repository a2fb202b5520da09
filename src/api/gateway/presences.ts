import { isDeepStrictEqual } from 'node:util';
import type { PresenceSnapshot } from '../../guilds/events.js';
import type { GuildMember, GuildState } from '../../guilds/state.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { SessionStatus } from './session-options.js';

const OFFLINE: SessionStatus = { status: 'offline', game: null };

/** The presence of a user with several sessions: the first visible status, with the first activity of a visible session. */
export function combineStatuses(first: SessionStatus | null, other: SessionStatus): SessionStatus {
  if (first === null) return other;
  if (other.status === 'offline') return first;
  if (first.status === 'offline') return other;
  return first.game === null && other.game !== null ? { ...first, game: other.game } : first;
}

/** The presences of users with live sessions; only in memory. */
export class Presences {
  readonly #online = new Map<Snowflake, SessionStatus>();

  /** @returns whether the presence changed */
  set(userId: Snowflake, status: SessionStatus): boolean {
    const before = this.statusOf(userId);
    const hasChanged = before.status !== status.status || !isDeepStrictEqual(before.game, status.game);
    // An equal one is not stored: as long as a presence does not change, it is the same object.
    if (hasChanged && status.status === 'offline') this.#online.delete(userId);
    else if (hasChanged) this.#online.set(userId, status);
    return hasChanged;
  }

  statusOf(userId: Snowflake): SessionStatus {
    return this.#online.get(userId) ?? OFFLINE;
  }

  isOnline(userId: Snowflake): boolean {
    return this.#online.has(userId);
  }

  /** A user's presence as members of a guild see it. @param status the current one by default */
  of({ userId, roles }: GuildMember, status = this.statusOf(userId)): PresenceSnapshot {
    return { userId, roles, ...status };
  }

  /** The presences of online members among the given ones. */
  ofMembers(members: readonly GuildMember[]): PresenceSnapshot[] {
    return members.filter(({ userId }) => this.isOnline(userId)).map((member) => this.of(member));
  }

  /** The presences of online members. */
  inGuild(guild: GuildState): PresenceSnapshot[] {
    const found: PresenceSnapshot[] = [];
    // Iterates over the smaller set: members or online users.
    const ids = this.#online.size < guild.members.size ? this.#online.keys() : guild.members.keys();
    for (const id of ids) {
      const member = guild.members.get(id);
      if (member !== undefined && this.isOnline(id)) found.push(this.of(member));
    }
    return found;
  }
}
