import { setImmediate } from 'node:timers/promises';
import type { GuildMember, GuildState } from '../../guilds/state.js';
import type { RequestMembers } from '../../protocol/gateway/commands.js';
import type { Snowflake } from '../../protocol/snowflake.js';

/** The members requested by op 8, and the requested users who are not members. */
export interface FoundMembers {
  readonly members: readonly GuildMember[];
  /** null if no users were named */
  readonly notFound: readonly Snowflake[] | null;
}

/** How many members are compared with a query before others are served, which takes some milliseconds. */
const COMPARED_AT_ONCE = 10_000;

/** Finds the members for op 8 at the moment of the call: the named users, or those whose user name starts with the query. */
export async function requestedMembers(
  guild: GuildState,
  { query, limit, user_ids: named }: RequestMembers,
): Promise<FoundMembers> {
  if (named == null) return { members: await membersByName(guild, query ?? '', limit ?? 0), notFound: null };
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
async function membersByName(guild: GuildState, query: string, limit: number): Promise<GuildMember[]> {
  const most = limit === 0 ? Number.POSITIVE_INFINITY : limit;
  const start = query.toLowerCase();
  const found: GuildMember[] = [];
  let compared = 0;
  // Those of now: others are not stored yet when the reply is sent, and may never be.
  for (const member of [...guild.members.values()]) {
    if (found.length >= most) break;
    compared += 1;
    if (compared % COMPARED_AT_ONCE === 0) await setImmediate();
    const name = guild.users.get(member.userId)?.username ?? '';
    if (name.toLowerCase().startsWith(start)) found.push(member);
  }
  return found;
}
