import { speakingEvent } from './speaking-event.js';

/** SPEAKING_START: somebody in the subscribed voice channel starts speaking (interface.md, Events). */
export const speakingStart = speakingEvent('SPEAKING_START', 'speakingStart');
