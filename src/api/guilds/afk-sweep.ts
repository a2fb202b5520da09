import { moveInactiveToAfk } from '../../guilds/rules/voice.js';
import type { Clock } from '../../platform/clock.js';
import type { Component } from '../../platform/lifecycle.js';
import type { Logger } from '../../platform/log.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import { HeldElsewhereError } from '../core/guild-owner.js';
import type { VoiceEndpoint } from '../core/voice-endpoint.js';
import type { GuildChanges } from './guild-changes.js';
import type { GuildRegistry } from './guild-registry.js';

/** How often members in voice are checked, in milliseconds; timeouts are whole minutes. */
export const AFK_SWEEP_INTERVAL = 5_000;

export interface AfkSweepOptions {
  readonly guilds: Pick<GuildRegistry, 'get' | 'idsInVoice'>;
  readonly changes: Pick<GuildChanges, 'change'>;
  readonly voice: Pick<VoiceEndpoint, 'lastSpeech'>;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Moves members who are inactive in voice to the afk channels of their guilds. */
export class AfkSweep implements Component {
  readonly #cancel: () => void;

  constructor(private readonly options: AfkSweepOptions) {
    const { clock, guilds } = options;
    this.#cancel = clock.every(AFK_SWEEP_INTERVAL, () => {
      for (const id of guilds.idsInVoice()) void this.#sweepGuild(id);
    });
  }

  async stop(): Promise<void> {
    this.#cancel();
  }

  async #sweepGuild(id: Snowflake): Promise<void> {
    const { changes, clock, guilds, log, voice } = this.options;
    try {
      const guild = await guilds.get(id);
      if (guild === null) return;
      const lastSpeech = (userId: Snowflake) => voice.lastSpeech(id, userId);
      await changes.change(guild, (now) => moveInactiveToAfk(now, clock.now(), lastSpeech));
    } catch (error) {
      // Its owner moves them.
      if (error instanceof HeldElsewhereError) return;
      log.warn({ err: error, guild: id }, 'failed to move inactive members to the afk channel');
    }
  }
}
