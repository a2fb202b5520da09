import { speakingEvent } from './speaking-event.js';

/** SPEAKING_START: somebody in the subscribed voice channel starts speaking. */
export const speakingStart = speakingEvent('SPEAKING_START', 'speakingStart');
