import type { Command } from 'commander';
import type { DemoSet } from '../control/demo/demo-set.js';
import { createDemo } from '../control/operations/demo.js';
import { CHANNEL_TYPES } from '../protocol/objects/channel.js';
import type { AddCommand } from './support/invocation.js';
import { fields, table } from './support/table.js';

/** `guildhall demo`: creates a guild, people and an application to experiment with. */
export const addDemo: AddCommand = (program, run) => {
  program
    .command('demo')
    .description('create a guild, people and an application to try things with')
    .action((_options: unknown, command: Command) =>
      run(command, async ({ daemon, result }) => result(await daemon.call(createDemo, {}, {}), demoText)),
    );
};

function demoText({ api_url, application, guild, people, message, sets }: DemoSet): string {
  const made = [
    'Created a guild that you are a member of, an application that may ask for access, and two more people.',
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
  if (sets > 1) made.push(`There are ${sets} demo sets now: every call creates another.`);
  return made.join('\n\n');
}
