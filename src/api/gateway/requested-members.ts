import type { GuildMember, GuildState } from '../../guilds/state.js';
import type { RequestMembers } from '../../protocol/gateway/commands.js';
import type { Snowflake } from '../../protocol/snowflake.js';

/** The members requested by op 8, and the requested users who are not members. */
export interface FoundMembers {
  readonly members: readonly GuildMember[];
  /** null if no users were named */
  readonly notFound: readonly Snowflake[] | null;
}

/** Finds the members for op 8: the named users, or those whose user name starts with the query. */
export function requestedMembers(
  guild: GuildState,
  { query, limit, user_ids: named }: RequestMembers,
): FoundMembers {
  if (named == null) return { members: membersByName(guild, query ?? '', limit ?? 0), notFound: null };
  const ids = [...new Set(Array.isArray(named) ? named : [named])];
  return {
    members: ids.flatMap((id) => guild.members.get(id) ?? []),
    notFound: ids.filter((id) => !guild.members.has(id)),
  };
}

/**
 * @param query prefix of the user name, case-insensitive; empty: everybody
 * @param limit the maximum number; 0: all
 */
function membersByName(guild: GuildState, query: string, limit: number): GuildMember[] {
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
