import type { Decision } from '../events.js';
import { requireHeldPermissions } from '../hierarchy.js';
import { NAME_LENGTHS, normalizeName } from '../names.js';
import { newRole } from '../new-role.js';
import { guildRule } from '../rule.js';
import type { GuildRole } from '../state.js';

/** The input of a role. */
export interface RoleFields {
  readonly name?: string | undefined;
  /** bits of `PERMISSIONS` */
  readonly permissions?: number | undefined;
  readonly color?: number | undefined;
  readonly hoist?: boolean | undefined;
  readonly mentionable?: boolean | undefined;
}

/**
 * Creates a role just above @everyone (docs/rest.md, Create guild role).
 *
 * @throws {Refusal} TOO_MANY_ROLES, or MISSING_PERMISSIONS for permissions that the actor does not have
 */
export const createRole = guildRule({
  permission: 'MANAGE_ROLES',
  decide(context, input: RoleFields): Decision<GuildRole> {
    const { guild, member } = context;
    const everyone = guild.roles.get(guild.id)?.permissions ?? 0;
    const permissions = input.permissions ?? everyone;
    requireHeldPermissions(guild, member, permissions);
    const fields = {
      name: roleName(input.name, ['name']),
      color: input.color ?? 0,
      hoist: input.hoist ?? false,
      permissions,
      managed: false,
      mentionable: input.mentionable ?? false,
    };
    const { role, ...effects } = newRole(guild, fields, context);
    return { result: role, ...effects };
  },
});

/** The name of a new role. @param path location in the request @throws {Refusal} INVALID_FORM_BODY */
export function roleName(name: string | undefined, path: readonly string[]): string {
  return name === undefined ? 'new role' : normalizeName(name, NAME_LENGTHS.role, path);
}
