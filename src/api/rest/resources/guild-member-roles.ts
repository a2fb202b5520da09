import { addMemberRole } from '../../../guilds/rules/add-member-role.js';
import { removeMemberRole } from '../../../guilds/rules/remove-member-role.js';
import { guildChange } from '../guild-operation.js';

/** The roles of a member one by one (docs/rest.md, guilds). */
export const guildMemberRoleOperations = [
  guildChange({
    name: 'Add guild member role',
    summary: 'Gives a member a role.',
    errors: ['UNKNOWN_MEMBER'],
    method: 'PUT',
    path: '/guilds/{guild.id}/members/{user.id}/roles/{role.id}',
    rule: addMemberRole,
    status: 204,
    fires: ['GUILD_MEMBER_UPDATE', 'VOICE_STATE_UPDATE'],
    handle: ({ params, change }) => change({ userId: params.user_id, roleId: params.role_id }),
  }),
  guildChange({
    name: 'Remove guild member role',
    summary: 'Takes a role from a member.',
    errors: ['UNKNOWN_MEMBER'],
    method: 'DELETE',
    path: '/guilds/{guild.id}/members/{user.id}/roles/{role.id}',
    rule: removeMemberRole,
    status: 204,
    fires: ['GUILD_MEMBER_UPDATE', 'VOICE_STATE_UPDATE'],
    handle: ({ params, change }) => change({ userId: params.user_id, roleId: params.role_id }),
  }),
];
