import { sweepIntegration } from '../../guilds/rules/sync-integration.js';
import type { Clock } from '../../platform/clock.js';
import type { Logger } from '../../platform/log.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { GuildQueries } from '../../store/queries/guild-queries.js';
import type { GuildChanges } from './guild-changes.js';
import type { GuildRegistry } from './guild-registry.js';

/** How often the members are brought in line with the subscriptions, in milliseconds. */
export const SWEEP_INTERVAL = 300_000;

/** Syncs every integration from time to time, so that subscriptions end though nobody asks for a sync. */
export class IntegrationSweep {
  readonly #cancel: () => void;
  readonly #ending = new AbortController();
  #running: Promise<void> | null = null;

  constructor(
    private readonly stored: Pick<GuildQueries, 'idsWithIntegrations'>,
    private readonly guilds: Pick<GuildRegistry, 'get'>,
    private readonly changes: Pick<GuildChanges, 'run'>,
    private readonly log: Logger,
    clock: Clock,
  ) {
    this.#cancel = clock.every(SWEEP_INTERVAL, () => {
      this.#running ??= this.#sweep().finally(() => {
        this.#running = null;
      });
    });
  }

  /** Ends after the integration it is at. */
  async stop(): Promise<void> {
    this.#cancel();
    this.#ending.abort();
    await this.#running;
  }

  async #sweep(): Promise<void> {
    try {
      for (const id of await this.stored.idsWithIntegrations()) await this.#sweepGuild(id);
    } catch (error) {
      this.log.warn({ err: error }, 'the integrations are not synced until the next time');
    }
  }

  async #sweepGuild(guildId: Snowflake): Promise<void> {
    const integrations = [...((await this.guilds.get(guildId))?.integrations.keys() ?? [])];
    for (const id of integrations) {
      if (this.#ending.signal.aborted) return;
      try {
        await this.#syncOne(guildId, id);
      } catch (error) {
        this.log.warn({ err: error, guild: guildId }, 'an integration is not synced until the next time');
      }
    }
  }

  async #syncOne(guildId: Snowflake, id: Snowflake): Promise<void> {
    // Fetched for each: while the one before was written, the guild may have gone.
    const guild = await this.guilds.get(guildId);
    const integration = guild?.integrations.get(id);
    if (!guild || integration === undefined) return;
    await this.changes.run({
      enter: () => ({ guild }),
      decide: (_place, tools) => sweepIntegration(guild, integration, tools),
      by: { userId: integration.userId, reason: `Sync of the integration ${integration.name}` },
    });
  }
}
