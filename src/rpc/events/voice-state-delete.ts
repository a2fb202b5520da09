import { voiceStateEvent } from './voice-state-event.js';

/** VOICE_STATE_DELETE: somebody left the subscribed voice channel. */
export const voiceStateDelete = voiceStateEvent('VOICE_STATE_DELETE', 'voiceStateDelete');
