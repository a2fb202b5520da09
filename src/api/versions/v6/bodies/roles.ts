import type { Static } from 'typebox';
import type { RoleFields } from '../../../../guilds/rules/create-role.js';
import { MoveRolesBody, RoleBody } from '../../../../protocol/rest/role-bodies.js';
import { defineBody } from '../../body.js';
import { readPermissions } from './read-permissions.js';

export const createRole = defineBody(RoleBody, (body) => readRole(body));
export const modifyRole = createRole;

export const moveRoles = defineBody(MoveRolesBody, (moves) => moves);

/** @param path of the role in the body @throws {RestError} INVALID_FORM_BODY */
export function readRole(body: Static<typeof RoleBody>, path: readonly string[] = []): RoleFields {
  const { permissions } = body;
  return {
    name: body.name ?? undefined,
    permissions: permissions == null ? undefined : readPermissions([...path, 'permissions'], permissions),
    color: body.color ?? body.colors?.primary_color,
    hoist: body.hoist ?? undefined,
    mentionable: body.mentionable ?? undefined,
  };
}
