import { type Command, Option } from 'commander';
import type { DemoSet } from '../control/demo/demo-set.js';
import { createDemo, removeDemos } from '../control/operations/demo.js';
import { CHANNEL_TYPES } from '../protocol/objects/channel.js';
import type { AddCommand, NamedCommand } from './support/invocation.js';
import { fields, table } from './support/table.js';

/** `guildhall demo`: creates a guild, people and an application to experiment with. */
export const addDemo: AddCommand = (program, run) => {
  program
    .command('demo')
    .description(
      'create a guild, people and an application to try things with, or show those that were created',
    )
    .addOption(new Option('--another', 'create another one').conflicts('remove'))
    .option('--remove', 'remove all demos with their guilds and applications')
    .action(({ another, remove }: { another?: true; remove?: true }, command: Command) =>
      run(command, async ({ daemon, result, secretResult }) => {
        if (remove) result(await daemon.call(removeDemos, {}, {}), removedText);
        else secretResult(await daemon.call(createDemo, {}, { another: another ?? false }), demoText);
      }),
    );
};

function removedText({ removed }: { readonly removed: readonly string[] }): string {
  return removed.length === 0 ? 'there is no demo' : `removed with their guilds: ${removed.join(', ')}`;
}

function demoText(
  { api_url, application, guild, people, message, sets, is_new }: DemoSet,
  guildhall: NamedCommand,
): string {
  const made = [
    `${is_new ? 'Created' : 'There is already'} a guild that you are a member of, an application that may ask for access, and two more people.`,
    fields([
      ['service', api_url],
      ['guild', `${guild.name} (${guild.id})`],
      ['application', `${application.name} (${application.id})`],
      ['client secret', application.client_secret],
      ['origin', application.rpc_origins[0]],
      ['redirect', application.redirect_uris[0]],
      ['bot token', application.bot?.token],
    ]),
    table(
      ['CHANNEL', 'KIND', 'ID'],
      guild.channels.map(({ id, name, type }) => [
        name,
        type === CHANNEL_TYPES.GUILD_VOICE ? 'voice' : 'text',
        id,
      ]),
      '',
    ),
    table(
      ['PERSON', 'ID', 'TOKEN'],
      people.map(({ id, username, discriminator, token }) => [`${username}#${discriminator}`, id, token]),
      '',
    ),
    `First message: “${message.content}” in channel ${message.channel_id}.`,
  ];
  if (sets > 1) made.push(`There are ${sets} demos now.`);
  made.push(`Another one: ${guildhall('demo', '--another')}\nRemove all: ${guildhall('demo', '--remove')}`);
  return made.join('\n\n');
}
