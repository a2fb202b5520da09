import type { ChatClient } from '../client/client.js';
import { Emitter } from '../platform/events.js';
import type { Logger } from '../platform/log.js';
import { VOICE_CONNECTION_STATES, type VoiceConnectionStatus } from '../protocol/rpc/voice-connection.js';
import type { VoiceEvents } from './voice.js';
import type { VoiceLink } from './voice-link.js';

/**
 * The state of the voice connection according to the gateway: whether the person is in a channel. It carries no sound,
 * so it never gets beyond waiting for an endpoint.
 */
export class GatewayVoiceLink implements VoiceLink {
  readonly #events: Emitter<Pick<VoiceEvents, 'voiceConnectionStatus' | 'speakingStart' | 'speakingStop'>>;
  #state: VoiceConnectionStatus['state'] = VOICE_CONNECTION_STATES.DISCONNECTED;

  constructor(client: ChatClient, log: Logger) {
    this.#events = Emitter.logging(log, 'voice connection');
    client.on('ownVoiceChannel', ({ channelId }) => {
      const { AWAITING_ENDPOINT, DISCONNECTED } = VOICE_CONNECTION_STATES;
      this.#become(channelId === null ? DISCONNECTED : AWAITING_ENDPOINT);
    });
  }

  get status(): VoiceConnectionStatus {
    return { state: this.#state, hostname: '', pings: [], average_ping: 0, last_ping: 0 };
  }

  on: VoiceLink['on'] = (name, listener) => this.#events.on(name, listener);

  #become(state: VoiceConnectionStatus['state']): void {
    if (state === this.#state) return;
    this.#state = state;
    this.#events.emit('voiceConnectionStatus', this.status);
  }
}
