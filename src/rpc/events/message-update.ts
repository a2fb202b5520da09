import { messageEvent } from './message-event.js';

/** MESSAGE_UPDATE: a message was changed in the subscribed text channel. */
export const messageUpdate = messageEvent('MESSAGE_UPDATE', 'messageUpdate');
