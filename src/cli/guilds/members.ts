import type { Command } from 'commander';
import type { ControlClient } from '../../control/control-client.js';
import { selectInAnyLetters } from '../../control/guilds/guild-names.js';
import type { ShownGuild } from '../../control/guilds/guild-schemas.js';
import {
  banMember,
  giveRole,
  kickMember,
  listBans,
  listMembers,
  takeRole,
  unbanMember,
} from '../../control/operations/guild-changes.js';
import { getGuild } from '../../control/operations/guild-views.js';
import { UserError } from '../../platform/errors.js';
import { sentence } from '../../platform/text/visible-text.js';
import type { Ban, Member } from '../../protocol/objects/member.js';
import { confirmed, YES_OPTION } from '../support/confirm.js';
import { findClearly, findGuild, findInGuild, findListedGuild, GUILD_OPTION } from '../support/find-named.js';
import type { AddCommand, Runner } from '../support/invocation.js';
import { parseWith, readWholeNumber } from '../support/option-values.js';
import { table } from '../support/table.js';

interface GuildOption {
  readonly guild?: string;
}

/** `guildhall members`: who is in the person's guilds. A member is named by id, user name, nickname or `GUILD/MEMBER`. */
export const addMembers: AddCommand = (program, run) => {
  const members = program.command('members').description('members of your guilds');
  members
    .command('list [guild]')
    .description('show all members of a guild with their activities and roles')
    .option(...GUILD_OPTION)
    .action((guild: string | undefined, options: { guild?: string }, command: Command) =>
      run(command, async ({ daemon, result }) => {
        const { id } = await findListedGuild(daemon, guild, options);
        const shown = await daemon.call(getGuild, { id }, {});
        result(await readMembers(daemon, id), (all) => membersText(all, shown));
      }),
    );
  addRemoval(members, run);
  addBanList(members, run);
  addBan(members, run);
  addUnban(members, run);
  members
    .command('role <member> <role>')
    .description('give a member a role, or take it')
    .option('--take', 'take it')
    .option(...GUILD_OPTION)
    .action((member: string, role: string, options: GuildOption & { take?: true }, command: Command) =>
      run(command, async ({ daemon, result }) => {
        const user = await findInGuild(daemon, 'member', member, options.guild);
        const given = await findInGuild(daemon, 'role', role, user.guild.id);
        const params = { id: user.guild.id, user: user.id, role: given.id };
        const done = await daemon.call(options.take ? takeRole : giveRole, params, {});
        const verb = options.take ? 'has no more' : 'has';
        result(done, () => sentence`${user.name} ${verb} the role ${given.name} in ${user.guild.name}`);
      }),
    );
};

function addRemoval(members: Command, run: Runner): void {
  members
    .command('kick <member>')
    .description('remove a member, who may join again')
    .option(...GUILD_OPTION)
    .option(...YES_OPTION)
    .action((member: string, options: GuildOption & { yes?: true }, command: Command) =>
      run(command, async (invocation) => {
        const { daemon, result } = invocation;
        const { id: user, guild, name } = await findClearly(daemon, 'member', member, options.guild);
        if (!(await confirmed(invocation, options, `Remove ${name} (${user}) from ${guild.name}?`))) return;
        const done = await daemon.call(kickMember, { id: guild.id, user }, {});
        result(done, () => sentence`removed ${name} (${user}) from ${guild.name}`);
      }),
    );
}

function addBanList(members: Command, run: Runner): void {
  members
    .command('bans [guild]')
    .description('show who is banned')
    .option(...GUILD_OPTION)
    .action((guild: string | undefined, options: { guild?: string }, command: Command) =>
      run(command, async ({ daemon, result }) => {
        const { id } = await findListedGuild(daemon, guild, options);
        result(await daemon.call(listBans, { id }, {}), bansText);
      }),
    );
}

function addBan(members: Command, run: Runner): void {
  members
    .command('ban <member>')
    .description('remove a member or another user, by id, and keep them out')
    .option('--reason <text>', 'why, for the audit log')
    .option(
      '--days <N>',
      'delete their messages of the last days, 0 to 7',
      parseWith((value) => readWholeNumber(value, 0, 7)),
    )
    .option(...GUILD_OPTION)
    .option(...YES_OPTION)
    .action(
      (
        member: string,
        options: GuildOption & { reason?: string; days?: number; yes?: true },
        command: Command,
      ) =>
        run(command, async (invocation) => {
          const { daemon, result } = invocation;
          const { id: user, guild, name } = await findClearly(daemon, 'member', member, options.guild);
          if (!(await confirmed(invocation, options, `Ban ${name} (${user}) from ${guild.name}?`))) return;
          const body = {
            ...(options.reason !== undefined && { reason: options.reason }),
            ...(options.days !== undefined && { delete_message_days: options.days }),
          };
          const done = await daemon.call(banMember, { id: guild.id, user }, body);
          result(done, () => sentence`banned ${name} (${user}) from ${guild.name}`);
        }),
    );
}

function addUnban(members: Command, run: Runner): void {
  members
    .command('unban <user>')
    .description('lift the ban of a user, by id or name')
    .option(...GUILD_OPTION)
    .action((user: string, options: GuildOption, command: Command) =>
      run(command, async ({ daemon, result }) => {
        const { guild } = await findGuild(daemon, options.guild);
        const { id, text } = await findBanned(daemon, guild, user);
        const done = await daemon.call(unbanMember, { id: guild.id, user: id }, {});
        result(done, () => sentence`${text} may join ${guild.name} again`);
      }),
    );
}

/** The banned user with this id or name. @throws {UserError} if there is none, or several */
async function findBanned(
  daemon: ControlClient,
  guild: { readonly id: string; readonly name: string },
  user: string,
) {
  const bans = await daemon.call(listBans, { id: guild.id }, {});
  const users = bans.map(({ user: one }) => ({ id: one.id, names: [one.username, tagOf(one)] }));
  const [found, ...others] = selectInAnyLetters(users, user);
  if (found === undefined) {
    throw new UserError(`${user} is not banned from ${guild.name}`, 'See the bans: guildhall members bans');
  }
  const textOf = ({ id, names: [, tag] }: typeof found) => `${tag} (${id})`;
  if (others.length > 0) {
    const named = [found, ...others].map(textOf).join(', ');
    throw new UserError(`several banned users are named ${user}`, `Name one by its id: ${named}`);
  }
  return { id: found.id, text: textOf(found) };
}

async function readMembers(daemon: ControlClient, id: string): Promise<Member[]> {
  const all: Member[] = [];
  for (let after = '0'; ; after = all.at(-1)?.user.id ?? after) {
    const page = await daemon.call(listMembers, { id, after }, {});
    all.push(...page);
    if (page.length < PAGE) return all;
  }
}

/** How many members a page has at most. */
const PAGE = 1000;

/** @param guild what the console shows of it: the first members, those that are online before others, have their activity */
function membersText(members: readonly Member[], { members: shown, roles }: ShownGuild): string {
  const roleNames = new Map(roles.map(({ id, name }) => [id, name]));
  const activities = new Map(shown.map(({ id, activity }) => [id, activity]));
  const rows = members.map(({ nick, roles: own, user }) => [
    ...[nick ?? user.username, tagOf(user), user.id, activities.get(user.id)],
    own.map((role) => roleNames.get(role) ?? role).join(', '),
  ]);
  return table(['MEMBER', 'USER', 'ID', 'ACTIVITY', 'ROLES'], rows, 'no members');
}

function bansText(bans: readonly Ban[]): string {
  const rows = bans.map(({ user, reason }) => [tagOf(user), user.id, reason]);
  return table(['USER', 'ID', 'REASON'], rows, 'nobody is banned');
}

function tagOf({ username, discriminator }: Member['user']): string {
  return `${username}#${discriminator}`;
}
