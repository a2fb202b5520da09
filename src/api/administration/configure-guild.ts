import Type from 'typebox';
import { configureGuild, type GuildConfiguration } from '../../guilds/rules/guilds.js';
import { InputError, UserError } from '../../platform/errors.js';
import { GUILD_FEATURES, MFA_LEVELS } from '../../protocol/objects/guild.js';
import { Enumeration, Nullable, validator } from '../../protocol/schema.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { ApplicationStore } from '../../store/accounts.js';
import type { GuildCondition, GuildStore } from '../../store/guilds.js';
import { retryOnConflict } from '../../store/retry-on-conflict.js';
import type { GuildTask } from '../core/guild-task.js';
import { type GuildServices, requireGuild } from './required-objects.js';

/** What configuring a guild works with where the guild is owned. */
export interface ConfigurationServices extends GuildServices {
  readonly applicationStore: ApplicationStore;
  readonly guildStore: GuildStore;
}

const VANITY_CODE = /^[a-z0-9-]{2,32}$/;
const KNOWN: ReadonlySet<string> = new Set(GUILD_FEATURES);

/** Changes the settings of a guild that only the administrator may change. @throws {UserError} */
export const configureGuildTask: GuildTask<ConfigurationServices, GuildConfiguration, null> = {
  name: 'configure-guild',
  input: validator(
    Type.Object({
      features: Type.Optional(Type.Array(Type.String())),
      mfaLevel: Type.Optional(Enumeration(MFA_LEVELS)),
      vanityUrlCode: Type.Optional(Nullable(Type.String())),
    }),
  ),
  output: validator(Type.Null()),
  async run(services, id, input) {
    await configureGuildAs(services, id, input);
    return null;
  },
};

async function configureGuildAs(
  services: ConfigurationServices,
  id: Snowflake,
  input: GuildConfiguration,
): Promise<void> {
  const unknown = input.features?.find((feature) => !KNOWN.has(feature));
  if (unknown !== undefined) {
    throw new InputError(`there is no feature ${unknown}`, `There are ${GUILD_FEATURES.join(', ')}`);
  }
  const code = input.vanityUrlCode;
  if (typeof code !== 'string') return keep(services, id, input);
  if (!VANITY_CODE.test(code)) throw new InputError('a vanity url has 2 to 32 of a–z, 0–9 and -');
  await retryOnConflict(async () => {
    const guildId = await services.guildStore.idOfInvite(code);
    if (guildId !== null && guildId !== id) throw new UserError(`the vanity url ${code} is taken`);
    await keep(services, id, input, [{ conflict: 'taken', inviteCode: code }]);
  });
}

/** Without it the owner could no longer manage the guild; for a bot, the owner of its application matters. */
async function requireOwnerTwoFactor(services: ConfigurationServices, id: Snowflake): Promise<void> {
  const { settings } = await requireGuild(services.guilds, id);
  const owner = await services.users.load(settings.ownerId);
  const application = owner?.bot ? await services.applicationStore.byBot(owner.id) : null;
  const person = application?.ownerId ? await services.users.load(application.ownerId) : owner;
  if (person?.mfaEnabled && !person.bot) return;
  throw new UserError(
    'the owner of the guild has no two-factor authentication and could no longer manage it',
    person === null || person.bot
      ? 'give the guild another owner first'
      : `Enable it first with guildhall users two-factor enable ${person.id}`,
  );
}

async function keep(
  services: ConfigurationServices,
  id: Snowflake,
  input: GuildConfiguration,
  conditions: readonly GuildCondition[] = [],
): Promise<void> {
  if (input.mfaLevel === 1) await requireOwnerTwoFactor(services, id);
  const guild = await requireGuild(services.guilds, id);
  await services.guildChanges.change(guild, (now, context) => configureGuild(now, input, context), {
    conditions,
  });
}
