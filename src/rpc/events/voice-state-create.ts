import { voiceStateEvent } from './voice-state-event.js';

/** VOICE_STATE_CREATE: somebody joined the subscribed voice channel. */
export const voiceStateCreate = voiceStateEvent('VOICE_STATE_CREATE', 'voiceStateCreate');
