import Type from 'typebox';
import { MESSAGE_CONTENT_LIMIT } from '../../protocol/objects/message.js';
import { ControlError } from '../errors.js';
import { MessagePageSchema, ShownMessageSchema } from '../guilds/guild-schemas.js';
import { MessageFeed, MessagePartSchema } from '../guilds/message-feed.js';
import { readMessages, requireChannel } from '../guilds/read-messages.js';
import { showMessage } from '../guilds/show-message.js';
import { NoBody, operation, streamOperation } from '../operation.js';

export const listMessages = operation({
  name: 'List messages',
  summary: 'Returns the newest 50 messages of a channel, oldest first.',
  method: 'GET',
  path: '/channels/{id}/messages',
  access: 'cli',
  errors: ['not_found', 'refused', 'unavailable'],
  body: NoBody,
  reply: MessagePageSchema,
  handle: ({ control, params }) => readMessages(control.client, params.id, null),
});

export const listEarlierMessages = operation({
  name: 'List earlier messages',
  summary: 'Returns the 50 messages of a channel before another one, oldest first.',
  method: 'GET',
  path: '/channels/{id}/messages/{message}/earlier',
  access: 'cli-and-page',
  errors: ['not_found', 'refused', 'unavailable'],
  body: NoBody,
  reply: MessagePageSchema,
  handle: ({ control, params }) => readMessages(control.client, params.id, params.message),
});

export const sendMessage = operation({
  name: 'Send message',
  summary: 'Writes a message to a channel as the person.',
  method: 'POST',
  path: '/channels/{id}/messages',
  access: 'cli-and-page',
  errors: ['not_found', 'refused', 'unavailable'],
  body: Type.Object({ content: Type.String({ minLength: 1, maxLength: MESSAGE_CONTENT_LIMIT }) }),
  reply: ShownMessageSchema,
  async handle({ control: { client }, params, body }) {
    const sent = await client.sendMessage(requireChannel(client, params.id).id, body.content);
    const shown = showMessage(client.state, sent);
    if (shown === null) throw new ControlError('unavailable', 'the service sent an incomplete message');
    return shown;
  },
});

export const watchMessages = streamOperation({
  name: 'Watch messages',
  summary:
    'Sends the newest 50 messages of a channel, and then each one that is written, changed or deleted.',
  details: 'It ends when events may have been missed, because the connection to the service was lost.',
  method: 'GET',
  path: '/channels/{id}/messages/live',
  access: 'cli',
  errors: ['not_found', 'refused', 'unavailable'],
  body: NoBody,
  item: MessagePartSchema,
  handle: ({ control: { client }, params: { id }, signal }, emit) =>
    new MessageFeed(client, id, emit).run(signal),
});
