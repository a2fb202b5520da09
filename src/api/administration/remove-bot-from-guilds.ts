import Type from 'typebox';
import { decideRule } from '../../guilds/rule.js';
import { deleteGuild, leaveGuild } from '../../guilds/rules/guilds.js';
import type { Actor } from '../../guilds/state.js';
import { UserError } from '../../platform/errors.js';
import { Nullable, SnowflakeSchema, validator } from '../../protocol/schema.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { GuildStore } from '../../store/guilds.js';
import type { GuildTask, GuildTasks } from '../core/guild-task.js';
import type { GuildServices } from './required-objects.js';

/** The dependencies of removing a bot. */
export interface RemoveBotDependencies {
  readonly guildTasks: GuildTasks<GuildServices>;
  readonly guildStore: Pick<GuildStore, 'idsOfUser'>;
}

/**
 * Removes a bot from its guilds before its account is deleted: a guild must not have an owner who cannot sign in.
 *
 * @param deleteOwned deletes the guilds that it owns
 * @throws {UserError} if it owns guilds that must not be deleted; nothing has changed then
 */
export async function removeBotFromGuilds(
  { guildStore, guildTasks }: RemoveBotDependencies,
  botId: Snowflake,
  deleteOwned: boolean,
): Promise<void> {
  const joined = await guildStore.idsOfUser(botId);
  const found = await Promise.all(joined.map((id) => guildTasks.run(ownedGuildTask, id, { botId })));
  const owned = found.filter((guild) => guild !== null);
  if (owned.length > 0 && !deleteOwned) throw ownsGuilds(owned);
  for (const id of joined) await guildTasks.run(removeBotTask, id, { botId });
}

interface OwnedGuild {
  readonly id: Snowflake;
  readonly name: string;
}

const botInput = validator(Type.Object({ botId: SnowflakeSchema }));

/** A guild if a bot owns it; null otherwise. */
export const ownedGuildTask: GuildTask<GuildServices, { botId: Snowflake }, OwnedGuild | null> = {
  name: 'owned-guild',
  kind: 'read',
  input: botInput,
  output: validator(Nullable(Type.Object({ id: SnowflakeSchema, name: Type.String() }))),
  run: ({ guilds }, id, { botId }) =>
    guilds.read(id, (guild) =>
      guild?.settings.ownerId === botId ? { id, name: guild.settings.name } : null,
    ),
};

/** Removes a bot from a guild, or the guild if the bot owns it; nothing if it is not a member. */
export const removeBotTask: GuildTask<GuildServices, { botId: Snowflake }, null> = {
  name: 'remove-bot',
  input: botInput,
  output: validator(Type.Null()),
  async run({ guildChanges, guilds }, id, { botId }) {
    const guild = await guilds.read(id, (found) => (found?.members.has(botId) ? found : null));
    if (guild === null) return null;
    const actor: Actor = { userId: botId, mfaEnabled: true, applicationId: null };
    await guildChanges.change(guild, (now, context) => {
      const rule = now.settings.ownerId === botId ? deleteGuild : leaveGuild;
      return decideRule(rule, { guild: now, actor }, context, undefined);
    });
    return null;
  },
};

function ownsGuilds(guilds: readonly OwnedGuild[]): UserError {
  const list = guilds.map(({ id, name }) => `${name} (${id})`).join(', ');
  return new UserError(
    `the bot of this application owns ${guilds.length === 1 ? 'a guild' : 'guilds'}: ${list}`,
    'Give them another owner (PATCH /guilds/{guild.id} with owner_id), or delete them too with --delete-guilds',
  );
}
