import { type Command, InvalidArgumentError } from 'commander';
import { changeRole, createRole, deleteRole, listRoles } from '../../control/operations/guild-changes.js';
import { UsageError } from '../../platform/errors.js';
import { sentence } from '../../platform/text/visible-text.js';
import type { Role } from '../../protocol/objects/role.js';
import {
  isPermissionName,
  PERMISSIONS,
  type PermissionName,
  permissionNames,
} from '../../protocol/permissions.js';
import { confirmed, YES_OPTION } from '../support/confirm.js';
import { findClearly, findInGuild, findListedGuild, findPlace, GUILD_OPTION } from '../support/find-named.js';
import type { AddCommand, Runner } from '../support/invocation.js';
import { table } from '../support/table.js';

interface PermissionOptions {
  readonly allow?: PermissionName[];
  readonly deny?: PermissionName[];
  readonly guild?: string;
}

/** `guildhall roles`: the roles of the person's guilds. A role is named by its id, its name or `GUILD/ROLE`. */
export const addRoles: AddCommand = (program, run) => {
  const roles = program.command('roles').description('roles of your guilds, and what they permit');
  roles
    .command('list [guild]')
    .description('show the roles of a guild with their permissions')
    .option(...GUILD_OPTION)
    .action((guild: string | undefined, options: { guild?: string }, command: Command) =>
      run(command, async ({ columns, daemon, result }) => {
        const found = await findListedGuild(daemon, guild, options);
        result(await daemon.call(listRoles, { id: found.id }, {}), (roles) => rolesText(roles, columns));
      }),
    );
  roles
    .command('create <name>')
    .description('create a role, e.g. GUILD/NAME')
    .option('--color <RRGGBB>', 'its color', parseColor)
    .option('--allow <permission>', ALLOW_HELP, collectPermissions)
    .option(...GUILD_OPTION)
    .action((wanted: string, options: PermissionOptions & { color?: number }, command: Command) =>
      run(command, async ({ daemon, result }) => {
        const { name, guild } = await findPlace(daemon, wanted, options.guild);
        const everyone = (await daemon.call(listRoles, { id: guild.id }, {})).find(
          ({ id }) => id === guild.id,
        );
        const body = {
          name,
          permissions: changed(everyone?.permissions ?? 0, options),
          ...(options.color !== undefined && { color: options.color }),
        };
        result(
          await daemon.call(createRole, { id: guild.id }, body),
          (role) => sentence`created ${role.name} (${role.id}) in ${guild.name}`,
        );
      }),
    );
  roles
    .command('rename <role> <name>')
    .description('change the name of a role')
    .option(...GUILD_OPTION)
    .action((wanted: string, name: string, options: { guild?: string }, command: Command) =>
      run(command, async ({ daemon, result }) => {
        const { id: role, guild, name: before } = await findInGuild(daemon, 'role', wanted, options.guild);
        result(
          await daemon.call(changeRole, { id: guild.id, role }, { name }),
          (after) => sentence`renamed ${before} of ${guild.name} to ${after.name}`,
        );
      }),
    );
  addPermissions(roles, run);
  roles
    .command('delete <role>')
    .description('delete a role')
    .option(...GUILD_OPTION)
    .option(...YES_OPTION)
    .action((wanted: string, options: { guild?: string; yes?: true }, command: Command) =>
      run(command, async (invocation) => {
        const { daemon, result } = invocation;
        const { id: role, name, guild } = await findClearly(daemon, 'role', wanted, options.guild);
        if (!(await confirmed(invocation, options, `Delete the role ${name} (${role}) of ${guild.name}?`)))
          return;
        const done = await daemon.call(deleteRole, { id: guild.id, role }, {});
        result(done, () => sentence`deleted ${name} (${role}) of ${guild.name}`);
      }),
    );
};

export const ALLOW_HELP = 'a permission, e.g. MANAGE_CHANNELS; may be given several times';

function addPermissions(roles: Command, run: Runner): void {
  roles
    .command('permissions <role>')
    .description('show or change what a role permits')
    .option('--allow <permission>', ALLOW_HELP, collectPermissions)
    .option(
      '--deny <permission>',
      'a permission that it has no more; may be given several times',
      collectPermissions,
    )
    .option(...GUILD_OPTION)
    .action((wanted: string, options: PermissionOptions, command: Command) =>
      run(command, async ({ daemon, result }) => {
        const { id, guild } = await findInGuild(daemon, 'role', wanted, options.guild);
        const all = await daemon.call(listRoles, { id: guild.id }, {});
        const before = all.find((one) => one.id === id);
        if (before === undefined) throw new UsageError(`${guild.name} no longer has a role ${wanted}`);
        const permissions = changed(before.permissions, options);
        const role =
          permissions === before.permissions
            ? before
            : await daemon.call(changeRole, { id: guild.id, role: id }, { permissions });
        result(
          { ...role, permission_names: permissionNames(role.permissions) },
          ({ permission_names: names }) =>
            names.length === 0 ? sentence`${role.name} permits nothing` : names.join('\n'),
        );
      }),
    );
}

function rolesText(roles: readonly Role[], columns: number | null): string {
  const rows = roles.map(({ id, name, permissions }) => [name, id, permissionNames(permissions).join(' ')]);
  return table(['ROLE', 'ID', 'PERMISSIONS'], rows.reverse(), 'no roles', columns);
}

function changed(permissions: number, { allow = [], deny = [] }: PermissionOptions): number {
  const allowed = allow.reduce((sum, name) => sum | PERMISSIONS[name], permissions);
  return deny.reduce((sum, name) => sum & ~PERMISSIONS[name], allowed);
}

/** @throws {InvalidArgumentError} */
export function collectPermissions(value: string, earlier: PermissionName[] = []): PermissionName[] {
  const name = value.toUpperCase().replaceAll('-', '_');
  if (isPermissionName(name)) return [...earlier, name];
  const similar = Object.keys(PERMISSIONS).filter((one) => name !== '' && one.includes(name));
  if (similar.length > 0) throw new InvalidArgumentError(`Did you mean ${similar.join(' or ')}?`);
  throw new InvalidArgumentError(`There are ${Object.keys(PERMISSIONS).join(', ')}.`);
}

/** @throws {InvalidArgumentError} */
function parseColor(value: string): number {
  if (/^#?[0-9a-f]{6}$/i.test(value)) return Number.parseInt(value.replace('#', ''), 16);
  throw new InvalidArgumentError('A color is written as RRGGBB, e.g. 3b82f6.');
}
