import type { Emitter } from '../platform/events.js';
import type { LiveChatState } from './chat-state.js';
import type { ChatEvents } from './client.js';
import type { OwnVoiceChannel } from './own-voice-channel.js';

/** What a gateway event is applied to. */
export interface DispatchTarget {
  readonly state: LiveChatState;
  readonly events: Pick<Emitter<ChatEvents>, 'emit'>;
  readonly ownVoiceChannel: Pick<OwnVoiceChannel, 'review'>;
  /** guilds that READY named and that have not arrived yet: their GUILD_CREATE is no joining */
  readonly awaited: Set<string>;
}
