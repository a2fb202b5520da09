import { messageEvent } from './message-event.js';

/** MESSAGE_CREATE: a message was posted in the subscribed text channel. */
export const messageCreate = messageEvent('MESSAGE_CREATE', 'messageCreate');
