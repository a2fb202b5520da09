import type { Snowflake } from '../protocol/snowflake.js';
import { roleActions } from './audit-log/actions.js';
import type { GuildChange } from './changes.js';
import { combineEffects, type Effects } from './events.js';
import { removeOverwrites } from './overwrite-removal.js';
import type { GuildState } from './state.js';

/** Removes a role, also from members and overwrites. Clients derive that from GUILD_ROLE_DELETE. */
export function roleRemoval(guild: GuildState, id: Snowflake): Effects {
  const overwrites = removeOverwrites(guild, { roles: new Set([id]) });
  const holders = [...guild.members.values()].filter(({ roles }) => roles.includes(id));
  const members = holders.map((member): GuildChange => {
    return { kind: 'member', member: { ...member, roles: member.roles.filter((one) => one !== id) } };
  });
  return combineEffects(overwrites, {
    changes: [...members, { kind: 'role-removed', id }],
    events: [{ type: 'roleDeleted', roleId: id }],
    audit: roleActions(guild.roles.get(id) ?? null, null),
  });
}
