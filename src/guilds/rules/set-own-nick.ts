import type { Decision } from '../events.js';
import { memberUpdate } from '../member-update.js';
import { normalizeNick } from '../names.js';
import { requireMember } from '../permissions.js';
import type { Actor, GuildState } from '../state.js';

/**
 * Renames oneself (docs/rest.md, Modify current user nick).
 *
 * @param nick null removes the nick, undefined leaves it
 * @returns the nick, null if there is none
 */
export function setOwnNick(
  guild: GuildState,
  actor: Actor,
  nick: string | null | undefined,
): Decision<string | null> {
  const before = requireMember(guild, actor);
  const member = nick === undefined ? before : { ...before, nick: normalizeNick(nick) };
  return { result: member.nick, ...memberUpdate(guild, before, member) };
}
