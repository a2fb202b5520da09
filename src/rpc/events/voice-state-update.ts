import { voiceStateEvent } from './voice-state-event.js';

/**
 * VOICE_STATE_UPDATE: somebody's voice state changed in the subscribed voice channel, or how the person hears them.
 */
export const voiceStateUpdate = voiceStateEvent(
  'VOICE_STATE_UPDATE',
  'voiceStateUpdate',
  'userVoiceSettingsUpdate',
);
