import type { Emitter } from '../platform/async/events.js';
import type { LiveChatState } from './chat-state.js';
import type { ChatEvents } from './client.js';
import type { OwnVoiceChannel } from './own-voice-channel.js';

/** What gateway events are applied to. */
export interface DispatchTarget {
  readonly state: LiveChatState;
  readonly events: Pick<Emitter<ChatEvents>, 'emit'>;
  readonly ownVoiceChannel: Pick<OwnVoiceChannel, 'review'>;
  /** guilds in READY that have not arrived yet: their GUILD_CREATE is not a join */
  readonly awaited: Set<string>;
}
