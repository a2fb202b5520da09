import type { SessionChanges } from '../../api/gateway/session-effects.js';
import type { SessionLiveness } from '../../api/guilds/guild-registry.js';
import type { Component } from '../../platform/lifecycle.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { FollowedGuilds } from '../guilds/followed-guilds.js';
import type { LiveNodes } from '../live-nodes.js';

export interface VoiceOfUnownedGuildsOptions {
  readonly nodes: Pick<LiveNodes, 'on'>;
  readonly guilds: Pick<FollowedGuilds, 'all'>;
  readonly changes: Pick<SessionChanges, 'ensure'>;
  readonly sessions: SessionLiveness;
}

/**
 * Lets a node take guilds that have voice states of a node that was killed and no owner: an owner ends those states itself
 * (`VoiceOfGoneSessions`), but nobody may use a guild that others only see.
 */
export class VoiceOfUnownedGuilds implements Component {
  readonly #unsubscribe: () => void;
  /** the guilds that had such states at the last poll, after which an owner has ended them */
  #found = new Set<Snowflake>();

  constructor(private readonly options: VoiceOfUnownedGuildsOptions) {
    this.#unsubscribe = options.nodes.on('read', () => this.#check());
  }

  async stop(): Promise<void> {
    this.#unsubscribe();
  }

  #check(): void {
    const { changes, guilds, sessions } = this.options;
    const found = new Set<Snowflake>();
    for (const { id, voiceStates } of guilds.all()) {
      if (voiceStates.size === 0) continue;
      const state = [...voiceStates.values()].find(({ sessionId }) => !sessions.has(sessionId));
      if (state === undefined) continue;
      found.add(id);
      const { activeAt: until, sessionId, userId } = state;
      // The first one is enough: the new owner ends the others.
      if (this.#found.has(id)) changes.ensure(id, { kind: 'voice-end', userId, sessionId, until });
    }
    this.#found = found;
  }
}
