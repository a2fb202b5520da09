import type { Command } from 'commander';
import type { ControlClient } from '../../control/control-client.js';
import {
  changeTesters,
  createApplication,
  deleteApplication,
  getApplication,
  listApplications,
  setApproved,
  updateApplication,
} from '../../control/operations/applications.js';
import { addBot } from '../../control/operations/guild-changes.js';
import { UsageError } from '../../platform/errors.js';
import { sentence, toPrintableText } from '../../platform/text/visible-text.js';
import { PERMISSIONS, type PermissionName } from '../../protocol/permissions.js';
import { ALLOW_HELP, collectPermissions } from '../guilds/roles.js';
import {
  applicationsText,
  applicationText,
  createdApplicationText,
  missingOwnerText,
} from '../support/application-text.js';
import { collect } from '../support/collect.js';
import { confirmed, YES_OPTION } from '../support/confirm.js';
import {
  findApplicationId,
  findGuild,
  findUserId,
  findUserIds,
  GUILD_OPTION,
} from '../support/find-named.js';
import type { AddCommand, Runner } from '../support/invocation.js';
import { readIcon } from '../support/read-icon.js';

interface InputOptions {
  readonly name?: string;
  readonly description?: string;
  readonly origin?: string[];
  readonly owner?: string;
  readonly redirect?: string[];
  /** a path; false: remove it */
  readonly icon?: string | false;
}

/** `guildhall apps`: registered applications of the service. */
export const addApps: AddCommand = (program, run) => {
  const apps = program.command('apps').description('registered applications of the service');
  addCreate(apps, run);
  addReading(apps, run);
  addUpdate(apps, run);
  addDelete(apps, run);
  addApproval(apps, run, { name: 'approve', description: 'let everybody use it', approved: true });
  addApproval(apps, run, { name: 'unapprove', description: 'let only its testers use it', approved: false });
  addTesters(apps, run);
  addBotCommand(apps, run);
};

function addBotCommand(apps: Command, run: Runner): void {
  apps
    .command('add-bot <application>')
    .description('add the bot of an application to one of your guilds, by id or name')
    .option('--allow <permission>', ALLOW_HELP, collectPermissions)
    .option(...GUILD_OPTION)
    .option(...YES_OPTION)
    .action(
      (
        application: string,
        options: { allow?: PermissionName[]; guild?: string; yes?: true },
        command: Command,
      ) =>
        run(command, async (invocation) => {
          const { daemon, result } = invocation;
          const id = await findApplicationId(daemon, application);
          const { guild } = await findGuild(daemon, options.guild);
          const allowed = options.allow ?? [];
          const permitted = allowed.length === 0 ? 'no permissions' : allowed.join(', ');
          const question = `Add the bot of ${application} to ${guild.name} (${guild.id}), with ${permitted}?`;
          if (!(await confirmed(invocation, options, question))) return;
          const permissions = String(allowed.reduce((sum, name) => sum | PERMISSIONS[name], 0));
          const params = { id: guild.id, application: id };
          const added = await daemon.call(addBot, params, { permissions, authorize: true });
          result(added, () => sentence`added the bot to ${guild.name}`);
        }),
    );
}

function addCreate(apps: Command, run: Runner): void {
  withInput(
    apps.command('create').description('register an application').requiredOption('--name <N>', 'its name'),
    CREATE_HELP,
  )
    .option('--bot', 'with a bot')
    .option('--approved', 'approved from the start')
    .action((options: InputOptions & { name: string; bot?: boolean; approved?: boolean }, command: Command) =>
      run(command, async ({ daemon, guildhall, secretResult, terminal }) => {
        const flags = { bot: options.bot ?? false, approved: options.approved ?? false };
        const body = { ...(await toInput(daemon, options)), name: options.name, ...flags };
        const created = await daemon.call(createApplication, {}, body);
        secretResult(created, createdApplicationText);
        if (created.owner_id === null)
          terminal.writeError(toPrintableText(`${missingOwnerText(created, guildhall)}\n`));
      }),
    );
}

function addReading(apps: Command, run: Runner): void {
  apps
    .command('list')
    .description('show all applications')
    .action((_options: unknown, command: Command) =>
      run(command, async ({ daemon, result }) =>
        result(await daemon.call(listApplications, {}, {}), applicationsText),
      ),
    );
  apps
    .command('show <application>')
    .description('show one application')
    .action((application: string, _options: unknown, command: Command) =>
      run(command, async ({ daemon, result }) => {
        const id = await findApplicationId(daemon, application);
        result(await daemon.call(getApplication, { id }, {}), applicationText);
      }),
    );
}

function addUpdate(apps: Command, run: Runner): void {
  withInput(
    apps
      .command('update <application>')
      .description('change an application')
      .option('--name <N>', 'its name'),
    UPDATE_HELP,
  )
    .option('--no-icon', 'remove its icon')
    .action((application: string, options: InputOptions, command: Command) =>
      run(command, async ({ daemon, result }) => {
        const changes = await toInput(daemon, options);
        if (Object.keys(changes).length === 0)
          throw new UsageError('say what to change: --name, --description, …');
        const id = await findApplicationId(daemon, application);
        result(await daemon.call(updateApplication, { id }, changes), applicationText);
      }),
    );
}

function addDelete(apps: Command, run: Runner): void {
  apps
    .command('delete <application>')
    .description('remove an application and what was granted to it')
    .option('--delete-guilds', 'delete the guilds that its bot owns, too')
    .option(...YES_OPTION)
    .action((application: string, options: { deleteGuilds?: true; yes?: true }, command: Command) =>
      run(command, async (invocation) => {
        const { daemon, result } = invocation;
        const body = { delete_guilds: options.deleteGuilds ?? false };
        const id = await findApplicationId(daemon, application);
        const { name } = await daemon.call(getApplication, { id }, {});
        const guilds = body.delete_guilds ? ' and the guilds that its bot owns' : '';
        const question = `Delete ${name} (${id})${guilds}, with all that was granted to it?`;
        if (!(await confirmed(invocation, options, question))) return;
        result(await daemon.call(deleteApplication, { id }, body), () => sentence`deleted ${name} (${id})`);
      }),
    );
}

interface Approval {
  readonly name: string;
  readonly description: string;
  readonly approved: boolean;
}

function addApproval(apps: Command, run: Runner, { name, description, approved }: Approval): void {
  apps
    .command(`${name} <application>`)
    .description(description)
    .action((application: string, _options: unknown, command: Command) =>
      run(command, async ({ daemon, result }) => {
        const id = await findApplicationId(daemon, application);
        result(await daemon.call(setApproved, { id }, { approved }), applicationText);
      }),
    );
}

function addTesters(apps: Command, run: Runner): void {
  apps
    .command('testers <application>')
    .description('show or change the testers, who may use it before it is approved: at most 50 people')
    .option('--add <user>', 'user, by id or name; may be given several times', collect)
    .option('--remove <user>', 'user, by id or name; may be given several times', collect)
    .action((application: string, options: { add?: string[]; remove?: string[] }, command: Command) =>
      run(command, async ({ daemon, result }) => {
        const id = await findApplicationId(daemon, application);
        const changes = {
          add: await findUserIds(daemon, options.add ?? []),
          remove: await findUserIds(daemon, options.remove ?? []),
        };
        const { testers } = await daemon.call(changeTesters, { id }, changes);
        result(testers, (list) => (list.length === 0 ? 'no testers' : list.join('\n')));
      }),
    );
}

/** What the flags do that create and update share. */
interface InputHelp {
  readonly origin: string;
  readonly owner: string;
  readonly redirect: string;
}

const CREATE_HELP: InputHelp = {
  origin: 'an RPC origin, e.g. http://localhost:3000; may be given several times',
  owner: 'its owner, by id or name (default: the oldest user)',
  redirect: 'a redirect URI; may be given several times',
};

const UPDATE_HELP: InputHelp = {
  origin: 'an RPC origin, instead of all that it has; may be given several times',
  owner: 'its new owner, by id or name',
  redirect: 'a redirect URI, instead of all that it has; may be given several times',
};

function withInput(command: Command, { origin, owner, redirect }: InputHelp): Command {
  return command
    .option('--description <D>', 'what it does')
    .option('--origin <O>', origin, collect)
    .option('--icon <FILE>', 'a PNG, JPEG or GIF of at most 1024 pixels a side and 256 KiB')
    .option('--owner <user>', owner)
    .option('--redirect <R>', redirect, collect);
}

/** Only the fields that were given. */
async function toInput(
  daemon: ControlClient,
  { name, description, icon, origin, owner, redirect }: InputOptions,
) {
  return {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(icon !== undefined && { icon: icon === false ? null : await readIcon(icon) }),
    ...(owner !== undefined && { owner_id: await findUserId(daemon, owner) }),
    ...(origin !== undefined && { rpc_origins: origin }),
    ...(redirect !== undefined && { redirect_uris: redirect }),
  };
}
