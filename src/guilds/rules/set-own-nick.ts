import type { Decision } from '../events.js';
import { memberUpdate } from '../member-update.js';
import { normalizeNick } from '../names.js';
import { guildRule } from '../rule.js';

/**
 * Changes the actor's own nick (docs/rest.md, Modify current user nick).
 *
 * @param nick null removes the nick, undefined leaves it
 * @returns the nick, null if there is none
 */
export const setOwnNick = guildRule({
  permission: 'CHANGE_NICKNAME',
  decide({ guild, member: before }, nick: string | null | undefined): Decision<string | null> {
    const member = nick === undefined ? before : { ...before, nick: normalizeNick(nick) };
    return { result: member.nick, ...memberUpdate(guild, before, member) };
  },
});
