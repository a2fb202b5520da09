import { speakingEvent } from './speaking-event.js';

/** SPEAKING_STOP: somebody in the subscribed voice channel stops speaking (interface.md, Events). */
export const speakingStop = speakingEvent('SPEAKING_STOP', 'speakingStop');
