import Type from 'typebox';
import { rolesInOrder } from '../../../guilds/hierarchy.js';
import { createRole, deleteRole, modifyRole, moveRoles } from '../../../guilds/rules/roles.js';
import { RoleSchema } from '../../../protocol/objects/role.js';
import { guildChange, guildOperation } from '../guild-operation.js';

/** The roles of a guild (docs/rest.md, guilds). */
export const guildRoleOperations = [
  guildOperation({
    name: 'Get guild roles',
    summary: 'Returns the roles of a guild from the lowest to the highest.',
    method: 'GET',
    path: '/guilds/{guild.id}/roles',
    status: 200,
    reply: Type.Array(RoleSchema),
    cacheBy: () => null,
    handle: ({ guild, version: { views } }) => rolesInOrder(guild).map((role) => views.role(role)),
  }),
  guildChange({
    name: 'Create guild role',
    summary: 'Creates a role in a guild.',
    errors: ['TOO_MANY_ROLES'],
    method: 'POST',
    path: '/guilds/{guild.id}/roles',
    rule: createRole,
    body: 'createRole',
    status: 200,
    reply: RoleSchema,
    fires: ['GUILD_ROLE_CREATE'],
    handle: ({ readBody, change, version: { views } }) => change(readBody(), (role) => views.role(role)),
  }),
  guildChange({
    name: 'Modify guild role positions',
    summary: 'Moves roles within the hierarchy of a guild.',
    method: 'PATCH',
    path: '/guilds/{guild.id}/roles',
    rule: moveRoles,
    body: 'moveRoles',
    status: 200,
    reply: Type.Array(RoleSchema),
    fires: ['GUILD_ROLE_UPDATE'],
    handle: ({ readBody, change, version: { views } }) =>
      change(readBody(), (roles) => roles.map((role) => views.role(role))),
  }),
  guildChange({
    name: 'Modify guild role',
    summary: 'Changes the fields of a role that are passed.',
    method: 'PATCH',
    path: '/guilds/{guild.id}/roles/{role.id}',
    rule: modifyRole,
    body: 'modifyRole',
    status: 200,
    reply: RoleSchema,
    fires: ['GUILD_ROLE_UPDATE', 'VOICE_STATE_UPDATE'],
    handle: ({ params, readBody, change, version: { views } }) =>
      change({ id: params.role_id, fields: readBody() }, (role) => views.role(role)),
  }),
  guildChange({
    name: 'Delete guild role',
    summary: 'Deletes a role and takes it from its members.',
    method: 'DELETE',
    path: '/guilds/{guild.id}/roles/{role.id}',
    rule: deleteRole,
    status: 204,
    fires: ['GUILD_ROLE_DELETE', 'VOICE_STATE_UPDATE'],
    handle: ({ params, change }) => change(params.role_id),
  }),
];
