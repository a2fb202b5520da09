import { addMemberRole } from '../../../guilds/rules/add-member-role.js';
import { removeMemberRole } from '../../../guilds/rules/remove-member-role.js';
import { guildOperation } from '../guild-operation.js';

/** The roles of a member one by one (docs/rest.md, guilds). */
export const guildMemberRoleOperations = [
  guildOperation({
    name: 'Add guild member role',
    method: 'PUT',
    path: '/guilds/{guild.id}/members/{user.id}/roles/{role.id}',
    permission: 'MANAGE_ROLES',
    status: 204,
    fires: ['GUILD_MEMBER_UPDATE', 'VOICE_STATE_UPDATE'],
    handle: ({ params, change }) =>
      change((guild, actor) => addMemberRole(guild, actor, params.user_id, params.role_id)),
  }),
  guildOperation({
    name: 'Remove guild member role',
    method: 'DELETE',
    path: '/guilds/{guild.id}/members/{user.id}/roles/{role.id}',
    permission: 'MANAGE_ROLES',
    status: 204,
    fires: ['GUILD_MEMBER_UPDATE', 'VOICE_STATE_UPDATE'],
    handle: ({ params, change }) =>
      change((guild, actor) => removeMemberRole(guild, actor, params.user_id, params.role_id)),
  }),
];
