import { type Command, Option } from 'commander';
import { deleteGuild, leaveGuild, renameGuild } from '../../control/operations/guild-changes.js';
import { configureGuild, createGuild } from '../../control/operations/guilds.js';
import { UsageError } from '../../platform/errors.js';
import { sentence } from '../../platform/text/visible-text.js';
import type { GuildConfigurationInput } from '../../protocol/administration.js';
import { GUILD_FEATURES } from '../../protocol/objects/guild.js';
import { isSnowflake } from '../../protocol/snowflake.js';
import { confirmed, YES_OPTION } from '../support/confirm.js';
import { findGuild, findGuildClearly, findUserId } from '../support/find-named.js';
import type { AddCommand, Runner } from '../support/invocation.js';
import { addSubscribers } from './guild-subscribers.js';
import { addGuildViews } from './guild-views.js';

/** As parsed by commander: `false` if the `--no-` option was given. */
interface ConfigureOptions {
  features?: string[] | false;
  vanity?: string | false;
  twoFactor?: boolean;
}

/** `guildhall guilds`: the person's guilds, and settings that only the administrator can change. */
export const addGuilds: AddCommand = (program, run) => {
  const guilds = program.command('guilds').description('your guilds, and settings of guilds of the service');
  addGuildViews(guilds, run);
  addOwn(guilds, run);
  addSubscribers(guilds, run);
  guilds
    .command('configure <guild>')
    .description('give a guild features, a vanity url or two-factor')
    .addOption(new Option('--features <name...>', 'its features').choices(GUILD_FEATURES))
    .option('--no-features', 'remove all features')
    .option('--vanity <code>', 'its vanity url')
    .option('--no-vanity', 'remove the vanity url')
    .option('--two-factor', 'require two-factor authentication of moderators')
    .option('--no-two-factor', 'do not require it')
    .action((guild: string, options: ConfigureOptions, command: Command) =>
      run(command, async ({ daemon, result }) => {
        const changes = configuration(options);
        if (Object.keys(changes).length === 0)
          throw new UsageError('say what to change: --features, --vanity, …');
        const id = isSnowflake(guild) ? guild : (await findGuild(daemon, guild)).guild.id;
        result(await daemon.call(configureGuild, { id }, changes), () => 'configured');
      }),
    );
};

/** What the person does with their own guilds. */
function addOwn(guilds: Command, run: Runner): void {
  guilds
    .command('create <name>')
    .description('create a guild with a text and a voice channel')
    .option('--owner <user>', 'another user who is to own it, by id or name')
    .action((name: string, options: { owner?: string }, command: Command) =>
      run(command, async ({ daemon, result }) => {
        const owner =
          options.owner === undefined ? {} : { owner_id: await findUserId(daemon, options.owner) };
        result(await daemon.call(createGuild, {}, { name, ...owner }), (made, guildhall) =>
          [
            sentence`created ${made.name} (${made.id})`,
            ...made.channels.map((channel) => sentence`  ${channel.name} (${channel.id})`),
            ...(made.same_name.length > 0
              ? [
                  `You are in another guild of this name (${made.same_name.join(', ')}): name them by their ids.`,
                ]
              : []),
            ...(options.owner === undefined
              ? [`Invite somebody with: ${guildhall('invites', 'create')}`]
              : []),
          ].join('\n'),
        );
      }),
    );
  guilds
    .command('rename <guild> <name>')
    .description('change the name of a guild')
    .action((wanted: string, name: string, _options: unknown, command: Command) =>
      run(command, async ({ daemon, result }) => {
        const { id, name: before } = (await findGuild(daemon, wanted)).guild;
        result(
          await daemon.call(renameGuild, { id }, { name }),
          () => sentence`renamed ${before} to ${name}`,
        );
      }),
    );
  guilds
    .command('leave <guild>')
    .description('leave a guild')
    .option(...YES_OPTION)
    .action((wanted: string, options: { yes?: true }, command: Command) =>
      run(command, async (invocation) => {
        const { daemon, result } = invocation;
        const { id, name } = await findGuildClearly(daemon, wanted);
        if (!(await confirmed(invocation, options, `Leave ${name} (${id})?`))) return;
        result(await daemon.call(leaveGuild, { id }, {}), () => sentence`left ${name} (${id})`);
      }),
    );
  guilds
    .command('delete <guild>')
    .description('delete one of your guilds for good, with its channels and messages')
    .option(...YES_OPTION)
    .action((wanted: string, options: { yes?: true }, command: Command) =>
      run(command, async (invocation) => {
        const { daemon, result } = invocation;
        const { id, name } = await findGuildClearly(daemon, wanted);
        const question = `Delete ${name} (${id}) for good, with its channels and messages?`;
        if (!(await confirmed(invocation, options, question))) return;
        result(await daemon.call(deleteGuild, { id }, {}), () => sentence`deleted ${name} (${id})`);
      }),
    );
}

/** Only the settings that were given. */
function configuration({ features, vanity, twoFactor }: ConfigureOptions): GuildConfigurationInput {
  return {
    ...(features !== undefined && { features: features === false ? [] : features }),
    ...(vanity !== undefined && { vanity_url_code: vanity === false ? null : vanity }),
    ...(twoFactor !== undefined && { mfa_level: twoFactor ? 1 : 0 }),
  };
}
