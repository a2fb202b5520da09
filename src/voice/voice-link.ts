import type { ReceivedFrame } from '../hardware/hardware.js';
import type { Listenable } from '../platform/async/events.js';
import type { VoiceConnectionStatus } from '../protocol/rpc/voice-connection.js';
import type { Snowflake } from '../protocol/snowflake.js';
import type { VoiceEvents } from './voice.js';

export interface VoiceLinkEvents
  extends Pick<VoiceEvents, 'voiceConnectionStatus' | 'speakingStart' | 'speakingStop'> {
  /** a frame of another user in the channel arrived */
  frame: ReceivedFrame;
  /** a user left the channel */
  left: { userId: Snowflake };
}

/** The connection that carries the sound of the person's voice channel: its state and who is speaking. */
export interface VoiceLink extends Listenable<VoiceLinkEvents> {
  readonly status: VoiceConnectionStatus;
  /** Sends a frame of Opus of 20 ms; it is dropped unless the state is VOICE_CONNECTED. */
  send(opus: Buffer): void;
  /** Whether routers are asked to prefer packets from now on, by their mark of differentiated services. */
  prefer(isPreferred: boolean): void;
  /** The person started or stopped speaking. */
  speaking(isSpeaking: boolean): void;
}
