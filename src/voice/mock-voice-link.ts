import { Emitter } from '../platform/events.js';
import { VOICE_CONNECTION_STATES, type VoiceConnectionStatus } from '../protocol/rpc/voice-connection.js';
import type { VoiceEvents } from './voice.js';
import type { VoiceLink } from './voice-link.js';

/** A voice connection whose state and speakers a test sets. */
export class MockVoiceLink
  extends Emitter<Pick<VoiceEvents, 'voiceConnectionStatus' | 'speakingStart' | 'speakingStop'>>
  implements VoiceLink
{
  status: VoiceConnectionStatus = {
    state: VOICE_CONNECTION_STATES.DISCONNECTED,
    hostname: '',
    pings: [],
    average_ping: 0,
    last_ping: 0,
  };

  constructor() {
    super((error) => {
      throw error;
    });
  }

  /** Sets the state of the connection. */
  become(status: VoiceConnectionStatus): void {
    this.status = status;
    this.emit('voiceConnectionStatus', status);
  }
}
