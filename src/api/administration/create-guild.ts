import { GUILD_LIMITS } from '../../guilds/limits.js';
import { Refusal } from '../../guilds/refusal.js';
import { createGuild } from '../../guilds/rules/create-guild.js';
import { InputError, UserError } from '../../platform/errors.js';
import type { CreatedGuild } from '../../protocol/administration.js';
import { CHANNEL_TYPES } from '../../protocol/objects/channel.js';
import type { Snowflake, SnowflakeFactory } from '../../protocol/snowflake.js';
import type { ConflictTurns } from '../../store/conflict-turns.js';
import type { GuildStore } from '../../store/guilds.js';
import { retryOnConflict } from '../../store/retry-on-conflict.js';
import type { UserDirectory } from '../accounts/user-directory.js';
import type { GuildRegistry } from '../guilds/guild-registry.js';
import { limitGuildsOfUser } from '../guilds/store-limits.js';
import { requirePerson } from './required-objects.js';

/** What a person finds in their new guild. */
const CHANNELS = [
  { name: 'general', type: CHANNEL_TYPES.GUILD_TEXT },
  { name: 'Lounge', type: CHANNEL_TYPES.GUILD_VOICE },
];

/** What creating a guild works with. */
interface GuildCreation {
  readonly conflictTurns: ConflictTurns;
  readonly guildStore: GuildStore;
  readonly guilds: GuildRegistry;
  readonly ids: SnowflakeFactory;
  readonly users: UserDirectory;
  now(): number;
}

/** Creates a guild of a person with a text and a voice channel; in REST only bots create guilds. @throws {UserError} */
export async function createGuildOfPerson(
  services: GuildCreation,
  ownerId: Snowflake,
  name: string,
): Promise<CreatedGuild> {
  const { id: userId } = await requirePerson(services.users, ownerId);
  const actor = { userId, mfaEnabled: true, applicationId: null };
  return services.conflictTurns.run(`joins of ${userId}`, () =>
    retryOnConflict(async () => {
      const { GUILDS_OF_USER } = GUILD_LIMITS;
      const limit = await limitGuildsOfUser(services.guildStore, userId, GUILDS_OF_USER);
      if (limit.isReached) throw new UserError(`a person is in at most ${GUILDS_OF_USER} guilds`);
      const created = decide(() =>
        createGuild(actor, { name, channels: CHANNELS }, services.users, {
          now: services.now(),
          nextId: () => services.ids.next(),
        }),
      );
      await services.guilds.create(created, [limit.condition]);
      const { channels, id, settings } = created.guild;
      return {
        id,
        name: settings.name,
        channels: [...channels.values()].map((channel) => ({
          id: channel.id,
          name: channel.name,
          type: channel.type,
        })),
      };
    }),
  );
}

/** @throws {InputError} for a name that a guild cannot have */
function decide<Decision>(make: () => Decision): Decision {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const [field] = error.fields;
    throw new InputError(`the name of a guild: ${field?.message ?? error.message}`);
  }
}
