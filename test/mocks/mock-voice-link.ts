import { Emitter } from '#guildhall/platform/async/events.js';
import {
  VOICE_CONNECTION_STATES,
  type VoiceConnectionStatus,
} from '#guildhall/protocol/rpc/voice-connection.js';
import type { VoiceLink, VoiceLinkEvents } from '#guildhall/voice/voice-link.js';

/** A voice connection whose state and speakers a test sets. */
export class MockVoiceLink extends Emitter<VoiceLinkEvents> implements VoiceLink {
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

  /** the frames that were sent */
  readonly sent: Buffer[] = [];
  isSpeaking = false;
  isPreferred = false;

  send(opus: Buffer): void {
    this.sent.push(opus);
  }

  prefer(isPreferred: boolean): void {
    this.isPreferred = isPreferred;
  }

  speaking(isSpeaking: boolean): void {
    this.isSpeaking = isSpeaking;
  }

  /** Sets the state of the connection. */
  become(status: VoiceConnectionStatus): void {
    this.status = status;
    this.emit('voiceConnectionStatus', status);
  }
}
