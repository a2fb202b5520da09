import Type, { type Static } from 'typebox';
import { channelPermissions } from '../../../guilds/permissions.js';
import { createMessage } from '../../../guilds/rules/create-message.js';
import { deleteMessage } from '../../../guilds/rules/delete-message.js';
import { editMessage } from '../../../guilds/rules/edit-message.js';
import { startTyping } from '../../../guilds/rules/start-typing.js';
import { type Message, MessageSchema } from '../../../protocol/objects/message.js';
import { PERMISSIONS } from '../../../protocol/permissions.js';
import {
  CreateMessageBody,
  EditMessageBody,
  ListMessagesQuery,
} from '../../../protocol/rest/message-bodies.js';
import type { Snowflake } from '../../../protocol/snowflake.js';
import type { MessagePage } from '../../../store/queries/message-queries.js';
import { messagesToWire } from '../../message-records.js';
import type { Services } from '../../services.js';
import { publicFace } from '../../user-directory.js';
import { channelOperation, found } from '../guild-operation.js';
import { readEmbeds } from '../read-embeds.js';

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
    handle: ({ guild, channel, params, services }) =>
      findMessage(guild.id, channel.id, params.message_id, services),
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
    handle({ caller, body, change }) {
      const { content, nonce, tts } = body;
      const input = { content, nonce, tts: tts ?? undefined, embeds: readEmbeds(body) };
      return change((guild, actor, tools, channel) =>
        createMessage(guild, actor, publicFace(caller.user), caller.user, channel, input, tools),
      );
    },
  }),
  channelOperation({
    name: 'Edit message',
    method: 'PATCH',
    path: '/channels/{channel.id}/messages/{message.id}',
    body: EditMessageBody,
    status: 200,
    reply: MessageSchema,
    fires: ['MESSAGE_UPDATE'],
    handle({ guild, channel, params, body, change, services }) {
      const input = { content: body.content, embeds: readEmbeds(body) };
      return services.locks.run(`messages ${channel.id}`, async () => {
        const message = await findMessage(guild.id, channel.id, params.message_id, services);
        return change((now, actor, tools, place) => editMessage(now, actor, place, message, input, tools));
      });
    },
  }),
  channelOperation({
    name: 'Delete message',
    method: 'DELETE',
    path: '/channels/{channel.id}/messages/{message.id}',
    status: 204,
    fires: ['MESSAGE_DELETE'],
    handle: ({ guild, channel, params, change, services }) =>
      services.locks.run(`messages ${channel.id}`, async () => {
        const message = await findMessage(guild.id, channel.id, params.message_id, services);
        const [before] = await services.store.messages.page(
          channel.id,
          { kind: 'before', id: message.id },
          1,
        );
        return change((now, actor, _tools, place) =>
          deleteMessage(now, actor, place, message, before?.id ?? null),
        );
      }),
  }),
  channelOperation({
    name: 'Trigger typing indicator',
    method: 'POST',
    path: '/channels/{channel.id}/typing',
    permission: 'SEND_MESSAGES',
    status: 204,
    fires: ['TYPING_START'],
    handle: ({ caller, change }) =>
      change((guild, actor, tools, channel) => startTyping(guild, actor, caller.user, channel, tools)),
  }),
];

/** @throws {RestError} UNKNOWN_MESSAGE */
async function findMessage(
  guildId: Snowflake,
  channelId: Snowflake,
  id: Snowflake,
  { store, users }: Services,
): Promise<Message> {
  const row = found(await store.messages.one(channelId, id), 'UNKNOWN_MESSAGE');
  const [message] = await messagesToWire(guildId, [row], users);
  return found(message, 'UNKNOWN_MESSAGE');
}

function pageOf({ around, before, after }: Static<typeof ListMessagesQuery>): MessagePage {
  if (around !== undefined) return { kind: 'around', id: around };
  if (before !== undefined) return { kind: 'before', id: before };
  if (after !== undefined) return { kind: 'after', id: after };
  return { kind: 'latest' };
}
