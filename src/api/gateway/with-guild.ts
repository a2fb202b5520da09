import type { GuildState } from '../../guilds/state.js';
import type { Logger } from '../../platform/log.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { GuildRegistry } from '../guilds/guild-registry.js';

export interface WithGuildOptions {
  readonly guilds: Pick<GuildRegistry, 'get'>;
  readonly log: Logger;
}

/** Uses a guild if it exists: synchronously if it is in memory. After a failed commit it is not. */
export function withGuild(
  { guilds, log }: WithGuildOptions,
  id: Snowflake,
  use: (guild: GuildState) => void,
): void {
  const guild = guilds.get(id);
  if (guild instanceof Promise) {
    guild
      .then((loaded) => loaded && use(loaded))
      .catch((error: unknown) => log.warn({ err: error, guild: id }, 'failed to load a guild'));
  } else if (guild !== null) {
    use(guild);
  }
}
