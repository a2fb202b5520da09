import { speakingEvent } from './speaking-event.js';

/** SPEAKING_STOP: somebody in the subscribed voice channel stops speaking. */
export const speakingStop = speakingEvent('SPEAKING_STOP', 'speakingStop');
