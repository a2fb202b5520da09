import { sweepIntegration } from '../../guilds/rules/integrations.js';
import type { Clock } from '../../platform/clock.js';
import type { Logger } from '../../platform/log.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { GuildStore } from '../../store/guilds.js';
import { HeldElsewhereError } from '../core/guild-owner.js';
import type { GuildChanges } from './guild-changes.js';
import type { GuildRegistry } from './guild-registry.js';

/** The interval of the sweep, in milliseconds. */
export const SWEEP_INTERVAL = 300_000;

export interface IntegrationSweepOptions {
  readonly stored: Pick<GuildStore, 'idsWithIntegrations'>;
  readonly guilds: Pick<GuildRegistry, 'get'>;
  readonly changes: Pick<GuildChanges, 'change'>;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Syncs every integration periodically, so that subscriptions end without a request. */
export class IntegrationSweep {
  readonly #cancel: () => void;
  readonly #ending = new AbortController();
  #running: Promise<void> | null = null;

  constructor(private readonly options: IntegrationSweepOptions) {
    this.#cancel = options.clock.every(SWEEP_INTERVAL, () => {
      this.#running ??= this.#sweep().finally(() => {
        this.#running = null;
      });
    });
  }

  /** Stops after the current integration. */
  async stop(): Promise<void> {
    this.#cancel();
    this.#ending.abort();
    await this.#running;
  }

  async #sweep(): Promise<void> {
    const { stored, log } = this.options;
    try {
      for (const id of await stored.idsWithIntegrations()) await this.#sweepGuild(id);
    } catch (error) {
      log.warn({ err: error }, 'failed to list guilds with integrations');
    }
  }

  async #sweepGuild(guildId: Snowflake): Promise<void> {
    const { guilds } = this.options;
    await this.#attempt(guildId, async () => {
      const integrations = [...((await guilds.get(guildId))?.integrations.keys() ?? [])];
      for (const id of integrations) {
        if (this.#ending.signal.aborted) return;
        await this.#attempt(guildId, () => this.#syncOne(guildId, id));
      }
    });
  }

  /** Runs a part of the sweep; one that fails does not end the rest. */
  async #attempt(guildId: Snowflake, run: () => Promise<void>): Promise<void> {
    try {
      await run();
    } catch (error) {
      // Its owner syncs it.
      if (error instanceof HeldElsewhereError) return;
      this.options.log.warn({ err: error, guild: guildId }, 'failed to sync an integration');
    }
  }

  async #syncOne(guildId: Snowflake, id: Snowflake): Promise<void> {
    // Fetched for each, because the guild may have been deleted while the last one was written.
    const { guilds, changes } = this.options;
    const guild = await guilds.get(guildId);
    const integration = guild?.integrations.get(id);
    if (!guild || integration === undefined) return;
    const by = { userId: integration.userId, reason: `Sync of the integration ${integration.name}` };
    await changes.change(guild, (now, context) => sweepIntegration(now, id, context), { by });
  }
}
