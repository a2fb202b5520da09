import type { Static } from 'typebox';
import type { EditedMessage, NewMessage } from '../../guilds/compose-message.js';
import type { CreateMessageBody, EditMessageBody } from '../../protocol/rest/message-bodies.js';
import { readEmbeds } from './read-embeds.js';

/** What a body says of a new message. @throws {RestError} INVALID_FORM_BODY */
export function readNewMessage(body: Static<typeof CreateMessageBody>): NewMessage {
  const { content, nonce, tts } = body;
  return { content, nonce, tts: tts ?? undefined, embeds: readEmbeds(body) };
}

/** What a body says of a message that is edited. @throws {RestError} INVALID_FORM_BODY */
export function readEditedMessage(body: Static<typeof EditMessageBody>): EditedMessage {
  return { content: body.content, embeds: readEmbeds(body) };
}
