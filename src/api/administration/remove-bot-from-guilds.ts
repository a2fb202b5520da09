import { decideRule } from '../../guilds/rule.js';
import { deleteGuild } from '../../guilds/rules/delete-guild.js';
import { leaveGuild } from '../../guilds/rules/leave-guild.js';
import type { Actor, GuildState } from '../../guilds/state.js';
import { UserError } from '../../platform/errors.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { GuildStore } from '../../store/guilds.js';
import type { GuildChanges } from '../guilds/guild-changes.js';
import type { GuildRegistry } from '../guilds/guild-registry.js';

/** The dependencies of removing a bot. */
export interface RemoveBotDependencies {
  readonly guilds: Pick<GuildRegistry, 'get'>;
  readonly guildChanges: GuildChanges;
  readonly guildStore: Pick<GuildStore, 'idsOfUser'>;
}

/**
 * Removes a bot from its guilds before its account is deleted: a guild must not have an owner who cannot sign in.
 *
 * @param deleteOwned deletes the guilds that it owns
 * @throws {UserError} if it owns guilds that must not be deleted; nothing has changed then
 */
export async function removeBotFromGuilds(
  { guilds, guildChanges, guildStore }: RemoveBotDependencies,
  botId: Snowflake,
  deleteOwned: boolean,
): Promise<void> {
  const joined = await guildStore.idsOfUser(botId);
  const found = await Promise.all(joined.map((id) => guilds.get(id)));
  const all = found.filter((guild) => guild !== null);
  const owned = all.filter(({ settings }) => settings.ownerId === botId);
  if (owned.length > 0 && !deleteOwned) throw ownsGuilds(owned);
  const actor: Actor = { userId: botId, mfaEnabled: true, applicationId: null };
  for (const guild of all) {
    await guildChanges.change(guild, (now, context) => {
      const rule = now.settings.ownerId === botId ? deleteGuild : leaveGuild;
      return decideRule(rule, { guild: now, actor }, context, undefined);
    });
  }
}

function ownsGuilds(guilds: readonly GuildState[]): UserError {
  const list = guilds.map(({ id, settings }) => `${settings.name} (${id})`).join(', ');
  return new UserError(
    `the bot of this application owns ${guilds.length === 1 ? 'a guild' : 'guilds'}: ${list}`,
    'Give them another owner (PATCH /guilds/{guild.id} with owner_id), or delete them too with --delete-guilds',
  );
}
