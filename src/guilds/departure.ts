import { botRoleOf } from './bot-role.js';
import type { GuildChange } from './changes.js';
import type { Effects, GuildEvent } from './events.js';
import { withoutOverwrites } from './overwrite-removal.js';
import { type GuildMember, type GuildState, userOf } from './state.js';

/**
 * Members go, and with them their overwrites, and the role that a bot has for itself; `leavingVoice` sees to their voice
 * states. What they wrote stays.
 */
export function departure(guild: GuildState, members: readonly GuildMember[]): Effects {
  const gone = new Set(members.map(({ userId }) => userId));
  const botRoles = new Set([...gone].flatMap((userId) => botRoleOf(guild, userId)?.id ?? []));
  const changes: GuildChange[] = withoutOverwrites(guild, { members: gone, roles: botRoles });
  const events: GuildEvent[] = [];
  for (const userId of gone) {
    changes.push({ kind: 'member-removed', userId });
    events.push({ type: 'memberLeft', user: userOf(guild, userId) }, { type: 'guildLeft', userId });
  }
  for (const id of botRoles) {
    changes.push({ kind: 'role-removed', id });
    events.push({ type: 'roleDeleted', roleId: id });
  }
  return { changes, events };
}
