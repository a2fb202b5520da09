import type { Command } from 'commander';
import { configureGuild } from '../control/operations/guilds.js';
import type { GuildConfigurationInput } from '../protocol/administration.js';
import { GUILD_FEATURES } from '../protocol/objects/guild.js';
import { addSubscribers } from './guild-subscribers.js';
import type { AddCommand } from './support/invocation.js';

/** As commander gives them: `false` where the option with `no-` was used. */
interface ConfigureOptions {
  features?: string[] | false;
  vanity?: string | false;
  twoFactor?: boolean;
}

/** `guildhall guilds`: what the owner of the embedded service decides of its guilds. */
export const addGuilds: AddCommand = (program, run) => {
  const guilds = program.command('guilds').description('guilds of the embedded service');
  addSubscribers(guilds, run);
  guilds
    .command('configure <id>')
    .description('give a guild features, a vanity url or two-factor')
    .option('--features <name...>', `all it shall have of ${GUILD_FEATURES.join(', ')}`)
    .option('--no-features', 'take every feature away')
    .option('--vanity <code>', 'its vanity url')
    .option('--no-vanity', 'take the vanity url away')
    .option('--two-factor', 'ask who keeps it for two-factor authentication')
    .option('--no-two-factor', 'ask nobody')
    .action((id: string, options: ConfigureOptions, command: Command) =>
      run(command, async ({ daemon, result }) =>
        result(await daemon.call(configureGuild, { id }, configuration(options)), () => 'configured'),
      ),
    );
};

/** Only what was given. */
function configuration({ features, vanity, twoFactor }: ConfigureOptions): GuildConfigurationInput {
  return {
    ...(features !== undefined && { features: features === false ? [] : features }),
    ...(vanity !== undefined && { vanity_url_code: vanity === false ? null : vanity }),
    ...(twoFactor !== undefined && { mfa_level: twoFactor ? 1 : 0 }),
  };
}
