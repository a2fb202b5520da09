import type { VoiceSettings } from '../protocol/rpc/voice-settings.js';

/** What RPC sees of the person's voice. */
export interface VoiceRoom {
  /** the settings as they are now, with the endpoints that are plugged in (interface.md, Voice settings object) */
  settings(): Promise<VoiceSettings>;
}
