import type { Snowflake } from '../../protocol/snowflake.js';
import type { GuildChange } from '../changes.js';
import { withoutOverwrites } from '../departure.js';
import type { Decision } from '../events.js';
import { requireGrantable } from '../member-fields.js';
import { requireMember } from '../permissions.js';
import type { Actor, GuildState } from '../state.js';

/**
 * Deletes a role (interface.md, Guild REST operations: Delete role), takes it from its members and out of the channels.
 * Clients draw that conclusion from GUILD_ROLE_DELETE themselves.
 *
 * @throws {Refusal} UNKNOWN_ROLE, or MISSING_PERMISSIONS for @everyone, a managed role, or one that is not lower
 */
export function deleteRole(guild: GuildState, actor: Actor, id: Snowflake): Decision<null> {
  requireGrantable(guild, requireMember(guild, actor), id);
  const changes: GuildChange[] = withoutOverwrites(guild, 'role', new Set([id]));
  for (const member of guild.members.values()) {
    if (!member.roles.includes(id)) continue;
    changes.push({ kind: 'member', member: { ...member, roles: member.roles.filter((one) => one !== id) } });
  }
  return {
    result: null,
    changes: [...changes, { kind: 'role-removed', id }],
    events: [
      { name: 'GUILD_ROLE_DELETE', data: { guild_id: guild.id, role_id: id }, audience: { kind: 'guild' } },
    ],
  };
}
