import Type from 'typebox';
import { ATTACHMENTS_LIMIT } from '../../protocol/objects/attachment.js';
import { MESSAGE_CONTENT_LIMIT } from '../../protocol/objects/message.js';
import { SnowflakeSchema } from '../../protocol/schema.js';
import { ControlError } from '../errors.js';
import { MessagePageSchema, ShownMessageSchema } from '../guilds/guild-schemas.js';
import { MessageFeed, MessagePartSchema } from '../guilds/message-feed.js';
import { personOperation } from '../guilds/person-operation.js';
import { readMessages, requireChannel } from '../guilds/read-messages.js';
import { showMessage } from '../guilds/show-message.js';
import { NoBody, operation, streamOperation } from '../operation.js';

/** The bytes of the files of one message. */
const FILES_BYTES = 8 * 1024 * 1024;

const FileSchema = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 255 }),
  /** its bytes as Base64 */
  data: Type.String({ pattern: '^[A-Za-z0-9+/]*={0,2}$' }),
});

export const listMessages = operation({
  name: 'List messages',
  summary: 'Returns the newest 50 messages of a channel, oldest first.',
  method: 'GET',
  path: '/channels/{id}/messages',
  access: 'cli-and-page',
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
  handle: ({ control, params: { id, message } }) =>
    readMessages(control.client, id, { side: 'before', id: message }),
});

export const listLaterMessages = operation({
  name: 'List later messages',
  summary: 'Returns the 50 messages of a channel after another one, oldest first.',
  details: '`has_more` says whether there are newer ones.',
  method: 'GET',
  path: '/channels/{id}/messages/{message}/later',
  access: 'cli-and-page',
  errors: ['not_found', 'refused', 'unavailable'],
  body: NoBody,
  reply: MessagePageSchema,
  handle: ({ control, params: { id, message } }) =>
    readMessages(control.client, id, { side: 'after', id: message }),
});

export const sendMessage = operation({
  name: 'Send message',
  summary: 'Writes a message to a channel as the person.',
  details: 'Its files have at most 8 MiB together. With files it may have no text.',
  method: 'POST',
  path: '/channels/{id}/messages',
  access: 'cli-and-page',
  errors: ['not_found', 'refused', 'unavailable'],
  bodyBytes: FILES_BYTES * 2,
  body: Type.Object({
    content: Type.String({ maxLength: MESSAGE_CONTENT_LIMIT }),
    files: Type.Optional(Type.Array(FileSchema, { maxItems: ATTACHMENTS_LIMIT })),
  }),
  reply: ShownMessageSchema,
  async handle({ control: { client }, params, body: { content, files = [] } }) {
    if (content === '' && files.length === 0)
      throw new ControlError('invalid', 'a message needs text or a file');
    const sentFiles = files.map(({ name, data }) => ({ name, bytes: Buffer.from(data, 'base64') }));
    if (sentFiles.reduce((sum, { bytes }) => sum + bytes.length, 0) > FILES_BYTES)
      throw new ControlError('invalid', 'the files of a message have at most 8 MiB together');
    const sent = await client.sendMessage(requireChannel(client, params.id).id, content, sentFiles);
    const shown = showMessage(client.state, sent);
    if (shown === null) throw new ControlError('unavailable', 'the service sent an incomplete message');
    return shown;
  },
});

export const editMessage = personOperation({
  name: 'Edit message',
  summary: 'Changes the text of a message of the person.',
  method: 'PATCH',
  path: '/channels/{id}/messages/{message}',
  rest: 'PATCH /channels/{id}/messages/{message}',
  body: Type.Object({ content: Type.String({ minLength: 1, maxLength: MESSAGE_CONTENT_LIMIT }) }),
  reply: Type.Object({ id: SnowflakeSchema }),
});

export const deleteMessage = personOperation({
  name: 'Delete message',
  summary: 'Deletes a message.',
  method: 'DELETE',
  path: '/channels/{id}/messages/{message}',
  rest: 'DELETE /channels/{id}/messages/{message}',
  body: NoBody,
  reply: Type.Object({}),
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
