import type { Emitter } from '../../platform/async/events.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { ChatEvents } from '../client.js';
import type { LiveChatState } from './chat-state.js';

export interface OwnVoiceChannelOptions {
  readonly state: LiveChatState;
  readonly events: Pick<Emitter<ChatEvents>, 'emit'>;
  /** the signed-in person */
  readonly me: () => Snowflake | null;
  readonly isConnected: () => boolean;
}

/**
 * The person's voice channel (docs/rpc.md, Voice channels): none without a connection to the service, because the
 * client then receives no voice states.
 */
export class OwnVoiceChannel {
  #announced: Snowflake | null = null;

  constructor(private readonly options: OwnVoiceChannelOptions) {}

  get id(): Snowflake | null {
    return this.place?.channelId ?? null;
  }

  /** The channel with its guild. */
  get place(): { readonly channelId: Snowflake; readonly guildId: Snowflake } | null {
    const { isConnected, me, state } = this.options;
    const userId = me();
    return userId === null || !isConnected() ? null : state.voiceChannelOf(userId);
  }

  /** Must be called after every change that may affect the channel; emits `ownVoiceChannel` if it changed. */
  review(): void {
    const { channelId, guildId } = this.place ?? { channelId: null, guildId: null };
    if (channelId === this.#announced) return;
    this.#announced = channelId;
    this.options.events.emit('ownVoiceChannel', { channelId, guildId });
  }
}
