import type { Command } from 'commander';
import { configureGuild } from '../control/operations/guilds.js';
import type { GuildConfigurationInput } from '../protocol/administration.js';
import { GUILD_FEATURES } from '../protocol/objects/guild.js';
import { addSubscribers } from './guild-subscribers.js';
import type { AddCommand } from './support/invocation.js';

/** As parsed by commander: `false` if the `--no-` option was given. */
interface ConfigureOptions {
  features?: string[] | false;
  vanity?: string | false;
  twoFactor?: boolean;
}

/** `guildhall guilds`: settings of guilds that only the owner of the embedded service can change. */
export const addGuilds: AddCommand = (program, run) => {
  const guilds = program.command('guilds').description('guilds of the embedded service');
  addSubscribers(guilds, run);
  guilds
    .command('configure <id>')
    .description('give a guild features, a vanity url or two-factor')
    .option('--features <name...>', `its features: ${GUILD_FEATURES.join(', ')}`)
    .option('--no-features', 'remove all features')
    .option('--vanity <code>', 'its vanity url')
    .option('--no-vanity', 'remove the vanity url')
    .option('--two-factor', 'require two-factor authentication of moderators')
    .option('--no-two-factor', 'do not require it')
    .action((id: string, options: ConfigureOptions, command: Command) =>
      run(command, async ({ daemon, result }) =>
        result(await daemon.call(configureGuild, { id }, configuration(options)), () => 'configured'),
      ),
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
