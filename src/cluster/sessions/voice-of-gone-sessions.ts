import { changeBySession } from '../../api/gateway/local-session-changes.js';
import type { GuildChanges } from '../../api/guilds/guild-changes.js';
import type { GuildRegistry, SessionLiveness } from '../../api/guilds/guild-registry.js';
import type { Component } from '../../platform/lifecycle.js';
import type { Logger } from '../../platform/log.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { LiveNodes } from '../live-nodes.js';

export interface VoiceOfGoneSessionsOptions {
  readonly nodes: Pick<LiveNodes, 'on'>;
  readonly guilds: Pick<GuildRegistry, 'get' | 'idsInVoice'>;
  readonly changes: Pick<GuildChanges, 'change'>;
  readonly sessions: SessionLiveness;
  readonly log: Logger;
}

/** Ends the voice states of sessions whose node has ended, in the guilds that this node owns. */
export class VoiceOfGoneSessions implements Component {
  readonly #unsubscribe: () => void;

  constructor(private readonly options: VoiceOfGoneSessionsOptions) {
    this.#unsubscribe = options.nodes.on('read', () => {
      for (const id of options.guilds.idsInVoice()) void this.#end(id);
    });
  }

  async stop(): Promise<void> {
    this.#unsubscribe();
  }

  async #end(guildId: Snowflake): Promise<void> {
    const { changes, guilds, log, sessions } = this.options;
    try {
      const guild = await guilds.get(guildId);
      const gone = [...(guild?.voiceStates.values() ?? [])].filter(
        ({ sessionId }) => !sessions.has(sessionId),
      );
      for (const { sessionId, userId } of gone) {
        if (guild === null) return;
        await changeBySession(changes, guild, { kind: 'voice-end', sessionId, userId });
      }
    } catch (error) {
      log.warn({ err: error, guild: guildId }, 'failed to end voice states of a stopped node');
    }
  }
}
