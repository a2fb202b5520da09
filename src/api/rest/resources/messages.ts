import Type, { type Static } from 'typebox';
import { channelPermissions } from '../../../guilds/permissions.js';
import { createMessage } from '../../../guilds/rules/create-message.js';
import { MessageSchema } from '../../../protocol/objects/message.js';
import { PERMISSIONS } from '../../../protocol/permissions.js';
import { CreateMessageBody, ListMessagesQuery } from '../../../protocol/rest/message-bodies.js';
import type { MessagePage } from '../../../store/queries/message-queries.js';
import { messagesToWire } from '../../message-records.js';
import { publicFace } from '../../user-directory.js';
import { channelOperation } from '../guild-operation.js';
import { RestError } from '../rest-error.js';

/** The messages of a channel (rest-facts.md, Routes next door). Reading them in a user's name needs `messages.read`. */
export const messageOperations = [
  channelOperation({
    name: 'Get channel messages',
    method: 'GET',
    path: '/channels/{channel.id}/messages',
    scopes: ['messages.read'],
    query: ListMessagesQuery,
    status: 200,
    reply: Type.Array(MessageSchema),
    async handle({ guild, channel, member, query, services }) {
      // Who may not read back sees an empty past, as the public interface shows it.
      if (!(channelPermissions(guild, member, channel) & PERMISSIONS.READ_MESSAGE_HISTORY)) return [];
      const rows = await services.store.messages.page(channel.id, pageOf(query), query.limit ?? 50);
      return messagesToWire(guild.id, rows, services.users);
    },
  }),
  channelOperation({
    name: 'Get channel message',
    method: 'GET',
    path: '/channels/{channel.id}/messages/{message.id}',
    scopes: ['messages.read'],
    permission: 'READ_MESSAGE_HISTORY',
    status: 200,
    reply: MessageSchema,
    async handle({ guild, channel, params, services }) {
      const row = await services.store.messages.one(channel.id, params.message_id);
      const [message] = row === null ? [] : await messagesToWire(guild.id, [row], services.users);
      if (message === undefined) throw new RestError('UNKNOWN_MESSAGE');
      return message;
    },
  }),
  channelOperation({
    name: 'Create message',
    method: 'POST',
    path: '/channels/{channel.id}/messages',
    permission: 'SEND_MESSAGES',
    body: CreateMessageBody,
    status: 200,
    reply: MessageSchema,
    fires: ['MESSAGE_CREATE'],
    handle: ({ caller, channel, body, change }) =>
      change((guild, actor, tools) => {
        const { content, nonce, tts } = body;
        const input = { content, nonce, tts: tts ?? undefined };
        return createMessage(guild, actor, publicFace(caller.user), channel, input, tools);
      }),
  }),
];

function pageOf({ around, before, after }: Static<typeof ListMessagesQuery>): MessagePage {
  if (around !== undefined) return { kind: 'around', id: around };
  if (before !== undefined) return { kind: 'before', id: before };
  if (after !== undefined) return { kind: 'after', id: after };
  return { kind: 'latest' };
}
