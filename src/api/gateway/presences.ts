import type { PresenceSnapshot } from '../../guilds/events.js';
import type { GuildMember, GuildState } from '../../guilds/state.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { SessionStatus } from './session.js';

const OFFLINE: SessionStatus = { status: 'offline', game: null };

/** Who is online, and how; kept in memory only, as it follows from the live sessions. */
export class Presences {
  readonly #online = new Map<Snowflake, SessionStatus>();

  /** @returns whether that is news */
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

  /** A user's presence as the members of a guild see it. */
  of({ userId, roles }: GuildMember): PresenceSnapshot {
    return { userId, roles, ...(this.#online.get(userId) ?? OFFLINE) };
  }

  /** The presences of those of some members who are online. */
  ofMembers(members: readonly GuildMember[]): PresenceSnapshot[] {
    return members.filter(({ userId }) => this.isOnline(userId)).map((member) => this.of(member));
  }

  /** The presences of the members that are online. */
  inGuild(guild: GuildState): PresenceSnapshot[] {
    const found: PresenceSnapshot[] = [];
    // Of the members and the users online, the fewer are looked through.
    const ids = this.#online.size < guild.members.size ? this.#online.keys() : guild.members.keys();
    for (const id of ids) {
      const member = guild.members.get(id);
      if (member !== undefined && this.isOnline(id)) found.push(this.of(member));
    }
    return found;
  }
}
