import { setMaxListeners } from 'node:events';
import type { GuildState } from '../../guilds/state.js';
import { FairTurns } from '../../net/fair-turns.js';
import { retryUntilDone } from '../../platform/async/promises.js';
import type { Clock } from '../../platform/clock.js';
import type { Component } from '../../platform/lifecycle.js';
import type { Logger } from '../../platform/log.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { GuildChanges } from '../guilds/guild-changes.js';
import type { GuildRegistry } from '../guilds/guild-registry.js';
import { decideSessionChange, type SessionChange } from './session-change.js';
import type { SessionChanges } from './session-effects.js';

/** How many guilds are loaded at once for changes: others wait for the store, too. */
const LOADS = 4;
/** The pause before a change that has to be made is tried again, in milliseconds. */
const AGAIN_MS = 5_000;

export interface LocalSessionChangesOptions {
  readonly guilds: Pick<GuildRegistry, 'find' | 'get'>;
  readonly changes: Pick<GuildChanges, 'change'>;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Makes the changes in this process, which has all guilds. */
export class LocalSessionChanges implements SessionChanges, Component {
  readonly #loads = new FairTurns(LOADS);
  readonly #stopping = new AbortController();

  constructor(private readonly options: LocalSessionChangesOptions) {
    // Each change that waits for another attempt listens to it.
    setMaxListeners(0, this.#stopping.signal);
  }

  make(guild: GuildState, change: SessionChange): Promise<void> {
    return changeBySession(this.options.changes, guild, change);
  }

  ensure(guildId: Snowflake, change: SessionChange, isDue: () => boolean | null = () => true): void {
    const { clock, guilds, log } = this.options;
    const attempt = async () => {
      // Synchronously if it is in memory. After a failed commit it is not.
      const guild = guilds.find(guildId) ?? (await this.#loads.run(guildId, async () => guilds.get(guildId)));
      if (guild !== null && isDue() !== false) await this.make(guild, change);
    };
    const where = { guild: guildId, change: change.kind };
    const failed = (error: unknown) =>
      log.warn({ err: error, ...where }, 'failed to change a guild; retrying');
    void retryUntilDone(attempt, failed, { clock, pauseMs: AGAIN_MS, signal: this.#stopping.signal });
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
  }
}

/** Changes a guild of this process. @throws {Refusal | StoreError} */
export async function changeBySession(
  changes: Pick<GuildChanges, 'change'>,
  guild: GuildState,
  change: SessionChange,
): Promise<void> {
  await changes.change(guild, (now, context) => decideSessionChange(now, context, change));
}
