import { Emitter } from '../platform/events.js';
import { VOICE_CONNECTION_STATES, type VoiceConnectionStatus } from '../protocol/rpc/voice-connection.js';
import type { VoiceEvents } from './voice.js';
import type { VoiceLink } from './voice-link.js';

/** A voice connection whose state and speakers the test sets. */
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

  /** The connection is like this from now on. */
  become(status: VoiceConnectionStatus): void {
    this.status = status;
    this.emit('voiceConnectionStatus', status);
  }
}
