import type { GuildState } from '../../guilds/state.js';
import type { Logger } from '../../platform/log.js';
import type { VoiceStateUpdate } from '../../protocol/gateway/commands.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { GuildChanges } from '../guilds/guild-changes.js';
import type { GuildRegistry } from '../guilds/guild-registry.js';
import type { Session } from './session.js';
import { TemporaryMembers } from './temporary-members.js';
import { VoiceStates } from './voice-states.js';

/** The changes of guilds that follow from what sessions do. */
export interface SessionEffects {
  /** Handles op 4. Disallowed changes are ignored, because the gateway has no reply for them. */
  updateVoice(session: Session, d: VoiceStateUpdate): Promise<void>;
  /** The session has ended: its user leaves the channels joined with it. */
  endVoiceOf(session: Session): void;
  /** The last session of a user has ended. @param guildIds the guilds of the session */
  disconnected(userId: Snowflake, guildIds: Iterable<Snowflake>): void;
}

export interface SessionEffectsOptions {
  readonly guilds: Pick<GuildRegistry, 'get'>;
  readonly changes: Pick<GuildChanges, 'change' | 'preview'>;
  readonly log: Logger;
  /** a user joined the voice channel once more in which they are already, with the same session */
  rejoinedVoice(guild: GuildState, userId: Snowflake): void;
}

/** Makes the changes in this process, which has all guilds. */
export function localSessionEffects(options: SessionEffectsOptions): SessionEffects {
  const { guilds, changes, log, rejoinedVoice } = options;
  const voice = new VoiceStates({ guilds, changes, rejoined: rejoinedVoice, log });
  const temporary = new TemporaryMembers(guilds, changes, log);
  return {
    updateVoice: (session, d) => voice.update(session, d),
    endVoiceOf: (session) => voice.end(session),
    disconnected: (userId, guildIds) => temporary.disconnected(userId, guildIds),
  };
}
