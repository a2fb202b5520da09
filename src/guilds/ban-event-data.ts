import type { GatewayEvents } from '../protocol/gateway/events.js';
import type { Snowflake } from '../protocol/snowflake.js';
import type { GuildState } from './state.js';
import { userOf } from './wire.js';

/** Serves both readings of the event: the user's own fields, and the user (rest-facts.md, Gateway). */
export function banEventData(guild: GuildState, userId: Snowflake): GatewayEvents['GUILD_BAN_ADD'] {
  const user = userOf(guild, userId);
  return { ...user, guild_id: guild.id, user };
}
