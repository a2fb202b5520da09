import type { Snowflake } from '../../protocol/snowflake.js';
import { kick } from '../departure.js';
import type { Decision } from '../events.js';
import { isAboveMember } from '../hierarchy.js';
import { findMember } from '../member-fields.js';
import { requireMember } from '../permissions.js';
import { Refusal } from '../refusal.js';
import type { Actor, GuildState } from '../state.js';

/** Kicks a member (docs/rest.md, Remove guild member). @throws {Refusal} */
export function removeMember(guild: GuildState, actor: Actor, userId: Snowflake): Decision<null> {
  const acting = requireMember(guild, actor);
  const member = findMember(guild, userId);
  if (!isAboveMember(guild, acting, member)) throw new Refusal('MISSING_PERMISSIONS');
  return { result: null, ...kick(guild, [member]) };
}
