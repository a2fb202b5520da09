import type { GuildMember, GuildState } from '../../guilds/state.js';

/**
 * The members a client asks for with op 8.
 *
 * @param query how the user name begins, in any case; empty: everybody
 * @param limit at most how many; 0: all
 */
export function requestedMembers(guild: GuildState, query: string, limit: number): GuildMember[] {
  const most = limit === 0 ? Number.POSITIVE_INFINITY : limit;
  const start = query.toLowerCase();
  const found: GuildMember[] = [];
  for (const member of guild.members.values()) {
    if (found.length >= most) break;
    const name = guild.users.get(member.userId)?.username ?? '';
    if (name.toLowerCase().startsWith(start)) found.push(member);
  }
  return found;
}
