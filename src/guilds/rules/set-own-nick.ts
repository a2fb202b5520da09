import type { Decision } from '../events.js';
import { nickOf } from '../member-fields.js';
import { memberUpdate } from '../member-update.js';
import { requireMember } from '../permissions.js';
import type { Actor, GuildState } from '../state.js';

/** Renames oneself (interface.md, PATCH /guilds/{guild.id}/members/@me/nick). @returns the nick, null if none */
export function setOwnNick(guild: GuildState, actor: Actor, nick: string | null): Decision<string | null> {
  const before = requireMember(guild, actor);
  const member = { ...before, nick: nickOf(nick) };
  return { result: member.nick, ...memberUpdate(guild, before, member) };
}
