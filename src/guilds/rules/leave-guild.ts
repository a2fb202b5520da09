import { departure } from '../departure.js';
import type { Decision } from '../events.js';
import { requireMember } from '../permissions.js';
import { Refusal } from '../refusal.js';
import type { Actor, GuildState } from '../state.js';

/** Leaves a guild (docs/rest.md, users); its owner may not. @throws {Refusal} */
export function leaveGuild(guild: GuildState, actor: Actor): Decision<null> {
  const member = requireMember(guild, actor);
  if (guild.settings.ownerId === actor.userId) throw new Refusal('MISSING_PERMISSIONS');
  return { result: null, ...departure(guild, [member]) };
}
