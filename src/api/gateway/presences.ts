import type { PresenceSnapshot } from '../../guilds/events.js';
import type { GuildMember, GuildState } from '../../guilds/state.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { SessionStatus } from './session-options.js';

const OFFLINE: SessionStatus = { status: 'offline', game: null };

/** The presences of users with live sessions; only in memory. */
export class Presences {
  readonly #online = new Map<Snowflake, SessionStatus>();

  /** @returns whether the presence changed */
  set(userId: Snowflake, status: SessionStatus): boolean {
    const before = this.#online.get(userId) ?? OFFLINE;
    if (status.status === 'offline') this.#online.delete(userId);
    else this.#online.set(userId, status);
    const { game } = before;
    return (
      before.status !== status.status ||
      game?.name !== status.game?.name ||
      game?.type !== status.game?.type ||
      game?.url !== status.game?.url
    );
  }

  isOnline(userId: Snowflake): boolean {
    return this.#online.has(userId);
  }

  /** A user's presence as members of a guild see it. */
  of({ userId, roles }: GuildMember): PresenceSnapshot {
    return { userId, roles, ...(this.#online.get(userId) ?? OFFLINE) };
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
