import type { GuildMember, GuildState } from '../../guilds/state.js';
import type { Presence } from '../../protocol/objects/presence.js';
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
  of(userId: Snowflake, guildId: Snowflake, roles: readonly Snowflake[]): Presence & { guild_id: Snowflake } {
    const { status, game } = this.#online.get(userId) ?? OFFLINE;
    return { user: { id: userId }, roles: [...roles], guild_id: guildId, ...statusToWire({ status, game }) };
  }

  /** The presences of those of some members who are online. */
  ofMembers(members: readonly GuildMember[]): Presence[] {
    return members.flatMap(({ userId, roles }) => {
      const status = this.#online.get(userId);
      return status === undefined
        ? []
        : [{ user: { id: userId }, roles: [...roles], ...statusToWire(status) }];
    });
  }

  /** The presences of the members that are online, without the guild's id, as GUILD_CREATE has them. */
  inGuild(guild: GuildState): Presence[] {
    const found: Presence[] = [];
    // Of the members and the users online, the fewer are looked through.
    const ids = this.#online.size < guild.members.size ? this.#online.keys() : guild.members.keys();
    for (const id of ids) {
      const status = this.#online.get(id);
      const member = guild.members.get(id);
      if (status === undefined || member === undefined) continue;
      found.push({ user: { id }, roles: [...member.roles], ...statusToWire(status) });
    }
    return found;
  }
}

function statusToWire({ status, game }: SessionStatus): Pick<Presence, 'activities' | 'game' | 'status'> {
  return { status, game, activities: game === null ? [] : [game] };
}
