import type { Snowflake } from '../protocol/snowflake.js';
import type { GuildRole, GuildState } from './state.js';

/**
 * The managed role of a bot, created when a person adds the bot to a guild and deleted with its membership. Managed
 * roles cannot be assigned; those of integrations are identified by their integration.
 */
export function botRoleOf(guild: GuildState, botId: Snowflake): GuildRole | undefined {
  for (const id of guild.members.get(botId)?.roles ?? []) {
    const role = guild.roles.get(id);
    if (role?.managed && !isOfIntegration(guild, id)) return role;
  }
  return undefined;
}

function isOfIntegration(guild: GuildState, roleId: Snowflake): boolean {
  return [...guild.integrations.values()].some((integration) => integration.roleId === roleId);
}
