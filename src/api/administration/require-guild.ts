import type { GuildState } from '../../guilds/state.js';
import { UserError } from '../../platform/errors.js';
import { isSnowflake, type Snowflake } from '../../protocol/snowflake.js';
import type { GuildRegistry } from '../guilds/guild-registry.js';

/** The current guild: change it before awaiting anything. @throws {UserError} if there is none */
export async function requireGuild(guilds: Pick<GuildRegistry, 'get'>, id: Snowflake): Promise<GuildState> {
  const guild = isSnowflake(id) ? await guilds.get(id) : null;
  if (guild === null) throw new UserError(`there is no guild ${id}`);
  return guild;
}
