import type { Listenable } from '../platform/events.js';
import type { VoiceConnectionStatus } from '../protocol/rpc/voice-connection.js';
import type { VoiceEvents } from './voice.js';

/** The connection that carries the person's voice: its state and who is speaking. */
export interface VoiceLink
  extends Listenable<Pick<VoiceEvents, 'voiceConnectionStatus' | 'speakingStart' | 'speakingStop'>> {
  readonly status: VoiceConnectionStatus;
}
