import type { Static } from 'typebox';
import type { RoleFields } from '../../../../guilds/rules/roles.js';
import { ALL_PERMISSIONS } from '../../../../protocol/permissions.js';
import { MoveRolesBody, RoleBody } from '../../../../protocol/rest/role-bodies.js';
import { RestError } from '../../../core/errors.js';
import { defineBody } from '../../body.js';

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

/**
 * Reads permission bits of a body (docs/rest.md, Permissions). Unknown bits are refused: if they were dropped, a
 * request for a permission would be answered with a role that does not have it.
 *
 * @param path of the field in the body
 * @param field a number or a decimal string
 * @throws {RestError} INVALID_FORM_BODY
 */
export function readPermissions(path: readonly string[], field: number | string): number {
  const bits = Number(field);
  // Bit operations wrap beyond 31 bits.
  if (bits <= ALL_PERMISSIONS && (bits & ~ALL_PERMISSIONS) === 0) return bits;
  const message = `Value has bits that name no permission; all permissions together are ${ALL_PERMISSIONS}.`;
  throw new RestError('INVALID_FORM_BODY', [{ path, code: 'BITFIELD_UNKNOWN_BITS', message }]);
}
