import { botRoleOf } from './bot-role.js';
import type { GuildChange } from './changes.js';
import type { GuildEvent } from './events.js';
import { withoutOverwrites } from './overwrite-removal.js';
import type { GuildMember, GuildState } from './state.js';
import { userOf } from './wire.js';

/**
 * Members go, and with them their overwrites, and the role that a bot has for itself; `leavingVoice` sees to their voice
 * states. What they wrote stays.
 */
export function departure(
  guild: GuildState,
  members: readonly GuildMember[],
): { changes: GuildChange[]; events: GuildEvent[] } {
  const gone = new Set(members.map(({ userId }) => userId));
  const botRoles = new Set([...gone].flatMap((userId) => botRoleOf(guild, userId)?.id ?? []));
  const changes: GuildChange[] = withoutOverwrites(guild, { members: gone, roles: botRoles });
  const events: GuildEvent[] = [];
  for (const userId of gone) {
    changes.push({ kind: 'member-removed', userId });
    events.push(
      {
        name: 'GUILD_MEMBER_REMOVE',
        data: { guild_id: guild.id, user: userOf(guild, userId) },
        audience: { kind: 'guild', except: userId },
      },
      { name: 'GUILD_DELETE', data: { id: guild.id }, audience: { kind: 'user', userId } },
    );
  }
  for (const id of botRoles) {
    changes.push({ kind: 'role-removed', id });
    const data = { guild_id: guild.id, role_id: id };
    events.push({ name: 'GUILD_ROLE_DELETE', data, audience: { kind: 'guild' } });
  }
  return { changes, events };
}
