import type { Command } from 'commander';
import type { ControlClient } from '../../control/control-client.js';
import {
  acceptInvite,
  createInvite,
  deleteInvite,
  listInvites,
} from '../../control/operations/guild-changes.js';
import { getGuild } from '../../control/operations/guild-views.js';
import { UserError } from '../../platform/errors.js';
import { sentence } from '../../platform/text/visible-text.js';
import { CHANNEL_TYPES } from '../../protocol/objects/channel.js';
import type { FullInvite } from '../../protocol/objects/invite.js';
import { findGuild, findInGuild, findListedGuild, GUILD_OPTION } from '../support/find-named.js';
import type { AddCommand, NamedCommand } from '../support/invocation.js';
import { parseWith, readWholeNumber } from '../support/option-values.js';
import { table } from '../support/table.js';

interface CreateOptions {
  readonly guild?: string;
  readonly uses?: number;
  readonly hours?: number;
}

/** `guildhall invites`: how others join the person's guilds, and how the person joins theirs. */
export const addInvites: AddCommand = (program, run) => {
  const invites = program.command('invites').description('invites to guilds');
  invites
    .command('create [channel]')
    .description('create an invite to a guild, which leads to its first channel or another one')
    .option(...GUILD_OPTION)
    .option(
      '--uses <N>',
      'how often it may be used, 1 to 100 (default: any number)',
      parseWith((value) => readWholeNumber(value, 1, 100)),
    )
    .option(
      '--hours <N>',
      'how long it is valid, 1 to 168 (default: 24)',
      parseWith((value) => readWholeNumber(value, 1, 168)),
    )
    .action((channel: string | undefined, { guild, uses = 0, hours = 24 }: CreateOptions, command: Command) =>
      run(command, async ({ daemon, result }) => {
        const id = await findTarget(daemon, channel, guild);
        const body = { max_age: hours * 3600, max_uses: uses };
        result(await daemon.call(createInvite, { id }, body), createdText);
      }),
    );
  invites
    .command('list [guild]')
    .description('show the invites of a guild')
    .option(...GUILD_OPTION)
    .action((guild: string | undefined, options: { guild?: string }, command: Command) =>
      run(command, async ({ daemon, result }) => {
        const found = await findListedGuild(daemon, guild, options);
        result(await daemon.call(listInvites, { id: found.id }, {}), invitesText);
      }),
    );
  invites
    .command('delete <code>')
    .description('delete an invite')
    .action((code: string, _options: unknown, command: Command) =>
      run(command, async ({ daemon, result }) =>
        result(
          await daemon.call(deleteInvite, { code: toCode(code) }, {}),
          (one) => sentence`deleted ${one.code}`,
        ),
      ),
    );
  invites
    .command('accept <code>')
    .description('join the guild of an invite')
    .action((code: string, _options: unknown, command: Command) =>
      run(command, async ({ daemon, result }) =>
        result(
          await daemon.call(acceptInvite, { code: toCode(code) }, {}),
          ({ guild }) => sentence`joined ${guild.name} (${guild.id})`,
        ),
      ),
    );
};

/** The channel that an invite leads to: the named one, else the first text channel of the guild. */
async function findTarget(
  daemon: ControlClient,
  channel: string | undefined,
  guild: string | undefined,
): Promise<string> {
  if (channel !== undefined) return (await findInGuild(daemon, 'channel', channel, guild)).id;
  const { guild: found } = await findGuild(daemon, guild);
  const { channels } = await daemon.call(getGuild, { id: found.id }, {});
  const isTarget = (type: number) => channels.find((one) => one.type === type);
  const target = isTarget(CHANNEL_TYPES.GUILD_TEXT) ?? isTarget(CHANNEL_TYPES.GUILD_VOICE);
  if (target !== undefined) return target.id;
  throw new UserError(
    `${found.name} has no channel that an invite could lead to`,
    'Create one with: guildhall channels create NAME',
  );
}

/** Of an address, e.g. as somebody passed it on, the code is the end. */
function toCode(text: string): string {
  return text.trim().replace(/\/+$/, '').split('/').at(-1) ?? '';
}

function createdText({ code, guild, channel, max_age, max_uses }: FullInvite): string {
  const limits = [
    max_uses > 0 ? `${max_uses} times` : 'any number of times',
    max_age > 0 ? `for ${max_age / 3600} hours` : 'without end',
  ];
  return [
    sentence`Invite to ${guild.name}, ${channel.name}: ${code}`,
    `It works ${limits.join(', ')}. Who has an account of this service joins with: guildhall invites accept ${code}`,
  ].join('\n');
}

function invitesText(invites: readonly FullInvite[], guildhall: NamedCommand): string {
  const rows = invites.map(({ code, channel, inviter, uses, max_uses }) => [
    ...[code, channel.name, inviter?.username],
    max_uses === 0 ? uses : `${uses} of ${max_uses}`,
  ]);
  return table(
    ['CODE', 'CHANNEL', 'BY', 'USED'],
    rows,
    `no invites; create one with: ${guildhall('invites', 'create')}`,
  );
}
