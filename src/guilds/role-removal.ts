import type { Snowflake } from '../protocol/snowflake.js';
import type { GuildChange } from './changes.js';
import type { Effects } from './events.js';
import { withoutOverwrites } from './overwrite-removal.js';
import type { GuildState } from './state.js';

/**
 * A role goes: from its members and out of the channels, too. Clients draw that conclusion from GUILD_ROLE_DELETE
 * themselves.
 */
export function roleRemoval(guild: GuildState, id: Snowflake): Effects {
  const changes: GuildChange[] = withoutOverwrites(guild, { roles: new Set([id]) });
  for (const member of guild.members.values()) {
    if (!member.roles.includes(id)) continue;
    changes.push({ kind: 'member', member: { ...member, roles: member.roles.filter((one) => one !== id) } });
  }
  return {
    changes: [...changes, { kind: 'role-removed', id }],
    events: [{ type: 'roleDeleted', roleId: id }],
  };
}
