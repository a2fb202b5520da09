import { endTemporaryMembership } from '../../guilds/rules/end-temporary-membership.js';
import type { Logger } from '../../platform/log.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { GuildChanges } from '../guilds/guild-changes.js';
import type { GuildRegistry } from '../guilds/guild-registry.js';

/** Removes temporary members when their last session ends. */
export class TemporaryMembers {
  constructor(
    private readonly guilds: Pick<GuildRegistry, 'get'>,
    private readonly changes: Pick<GuildChanges, 'change'>,
    private readonly log: Logger,
  ) {}

  /** @param guildIds the guilds of the session */
  disconnected(userId: Snowflake, guildIds: Iterable<Snowflake>): void {
    for (const id of [...guildIds]) {
      this.#end(userId, id).catch((error: unknown) =>
        this.log.warn({ err: error, guild: id }, 'failed to remove a temporary member'),
      );
    }
  }

  async #end(userId: Snowflake, id: Snowflake): Promise<void> {
    const guild = await this.guilds.get(id);
    if (guild === null || !guild.temporaryMembers.has(userId)) return;
    await this.changes.change(guild, (now) => endTemporaryMembership(now, userId));
  }
}
