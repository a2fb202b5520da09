import { type Command, Option } from 'commander';
import { configureGuild } from '../control/operations/guilds.js';
import { UsageError } from '../platform/errors.js';
import type { GuildConfigurationInput } from '../protocol/administration.js';
import { GUILD_FEATURES } from '../protocol/objects/guild.js';
import { addSubscribers } from './guild-subscribers.js';
import { addGuildViews } from './guild-views.js';
import type { AddCommand } from './support/invocation.js';

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
  addSubscribers(guilds, run);
  guilds
    .command('configure <id>')
    .description('give a guild features, a vanity url or two-factor')
    .addOption(new Option('--features <name...>', 'its features').choices(GUILD_FEATURES))
    .option('--no-features', 'remove all features')
    .option('--vanity <code>', 'its vanity url')
    .option('--no-vanity', 'remove the vanity url')
    .option('--two-factor', 'require two-factor authentication of moderators')
    .option('--no-two-factor', 'do not require it')
    .action((id: string, options: ConfigureOptions, command: Command) =>
      run(command, async ({ daemon, result }) => {
        const changes = configuration(options);
        if (Object.keys(changes).length === 0)
          throw new UsageError('say what to change: --features, --vanity, …');
        result(await daemon.call(configureGuild, { id }, changes), () => 'configured');
      }),
    );
};

/** Only the settings that were given. */
function configuration({ features, vanity, twoFactor }: ConfigureOptions): GuildConfigurationInput {
  return {
    ...(features !== undefined && { features: features === false ? [] : features }),
    ...(vanity !== undefined && { vanity_url_code: vanity === false ? null : vanity }),
    ...(twoFactor !== undefined && { mfa_level: twoFactor ? 1 : 0 }),
  };
}
