import {
  BulkDeleteBody,
  CreateMessageBody,
  EditMessageBody,
} from '../../../../protocol/rest/message-bodies.js';
import { defineBody } from '../../body.js';
import { readEmbeds } from './read-embeds.js';

export const createMessage = defineBody(CreateMessageBody, (body) => ({
  content: body.content,
  nonce: body.nonce,
  tts: body.tts ?? undefined,
  embeds: readEmbeds(body),
}));

export const editMessage = defineBody(EditMessageBody, (body) => ({
  content: body.content,
  embeds: readEmbeds(body),
}));

export const bulkDeleteMessages = defineBody(BulkDeleteBody, ({ messages }) => messages);
