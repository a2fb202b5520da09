import type { Snowflake } from '../protocol/snowflake.js';
import type { GuildRole, GuildState } from './state.js';

/**
 * The managed role that a bot has for itself in a guild, since a person added it there; it goes with the bot. Managed roles
 * are given to nobody by hand, and those of integrations are told apart by their integration.
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
