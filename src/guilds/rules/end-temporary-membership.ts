import type { Snowflake } from '../../protocol/snowflake.js';
import type { Decision } from '../events.js';
import { removeMembers } from '../remove-members.js';
import type { GuildState } from '../state.js';

/**
 * Removes a member who joined by a temporary invite, unless they were given a role meanwhile (docs/rest.md, Objects).
 */
export function endTemporaryMembership(guild: GuildState, userId: Snowflake): Decision<null> {
  const member = guild.temporaryMembers.has(userId) ? guild.members.get(userId) : undefined;
  if (member === undefined || member.roles.length > 0) return { result: null, changes: [], events: [] };
  return { result: null, ...removeMembers(guild, [member]) };
}
