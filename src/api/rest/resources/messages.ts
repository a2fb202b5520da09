import Type from 'typebox';
import { channelPermissions } from '../../../guilds/permissions.js';
import {
  bulkDeleteMessages,
  createMessage,
  deleteMessage,
  editMessage,
  startTyping,
} from '../../../guilds/rules/messages.js';
import { MessageSchema } from '../../../protocol/objects/message.js';
import { PERMISSIONS } from '../../../protocol/permissions.js';
import { ListMessagesQuery } from '../../../protocol/rest/message-bodies.js';
import { toGuildUser } from '../../accounts/user-directory.js';
import {
  CHANGES_MESSAGE,
  lockMessages,
  READS_MESSAGES,
  readEdit,
  readMessages,
  readOneMessage,
  withMessage,
} from '../channel-messages.js';
import { channelChange, channelOperation } from '../channel-operation.js';
import { receiveMessage } from '../receive-message.js';
import {
  retractPrivateMessage,
  revisePrivateMessage,
  sendPrivateMessage,
  showPrivateTyping,
} from './private-messages.js';

/** The messages of a channel (docs/rest.md, Operations). Reading them in a user's name needs `messages.read`. */
export const messageOperations = [
  channelOperation({
    name: 'Get channel messages',
    summary: 'Returns messages of a channel, from the newest to the oldest.',
    method: 'GET',
    path: '/channels/{channel.id}/messages',
    access: { scopes: ['messages.read'] },
    query: ListMessagesQuery,
    status: 200,
    reply: Type.Array(MessageSchema),
    needs: READS_MESSAGES,
    handle(call) {
      const { guild, member, channel } = call;
      // Without READ_MESSAGE_HISTORY, the list is empty, as in the public interface.
      if (!(channelPermissions(guild, member, channel) & PERMISSIONS.READ_MESSAGE_HISTORY)) return [];
      return readMessages(call, call.query);
    },
    handlePrivate: (call) => readMessages(call, call.query),
  }),
  channelOperation({
    name: 'Get channel message',
    summary: 'Returns one message.',
    method: 'GET',
    path: '/channels/{channel.id}/messages/{message.id}',
    access: { scopes: ['messages.read'] },
    permission: 'READ_MESSAGE_HISTORY',
    status: 200,
    reply: MessageSchema,
    needs: READS_MESSAGES,
    handle: (call) => readOneMessage(call, call.params.message_id),
    handlePrivate: (call) => readOneMessage(call, call.params.message_id),
  }),
  channelChange({
    name: 'Create message',
    summary: 'Posts a message with text, embeds or files.',
    errors: [
      'CANNOT_MESSAGE_USER',
      'EMPTY_MESSAGE',
      'FILE_QUOTA_REACHED',
      'FILE_TOO_LARGE',
      'NOT_A_TEXT_CHANNEL',
      'TOO_MANY_ATTACHMENTS',
      'VERIFICATION_TOO_HIGH',
    ],
    method: 'POST',
    path: '/channels/{channel.id}/messages',
    rule: createMessage,
    body: 'createMessage',
    accepts: ['json', 'multipart'],
    status: 200,
    reply: MessageSchema,
    fires: ['MESSAGE_CREATE', 'CHANNEL_CREATE'],
    needs: ['privateChannelStore', 'uploads', 'users'],
    handle(call) {
      const { caller, guild, channel, member, version } = call;
      const mayAttach = (channelPermissions(guild, member, channel) & PERMISSIONS.ATTACH_FILES) !== 0;
      const author = toGuildUser(caller.user);
      return receiveMessage(call, mayAttach, (input) =>
        call.change({ author, account: caller.user, input }, (message) =>
          version.views.message(message, guild.id),
        ),
      );
    },
    handlePrivate: sendPrivateMessage,
  }),
  channelChange({
    name: 'Edit message',
    summary: 'Changes the text or the embeds of a message of the caller.',
    errors: [
      'CANNOT_MESSAGE_USER',
      'EMPTY_MESSAGE',
      'MISSING_PERMISSIONS',
      'NOT_THE_AUTHOR',
      'SYSTEM_MESSAGE',
    ],
    method: 'PATCH',
    path: '/channels/{channel.id}/messages/{message.id}',
    rule: editMessage,
    body: 'editMessage',
    status: 200,
    reply: MessageSchema,
    fires: ['MESSAGE_UPDATE'],
    needs: [...CHANGES_MESSAGE, 'privateChannelStore'],
    handle(call) {
      const { change, guild, version } = call;
      const input = readEdit(call);
      return withMessage(call, (message) =>
        change({ message, input }, (edited) => version.views.message(edited, guild.id)),
      );
    },
    handlePrivate: revisePrivateMessage,
  }),
  channelChange({
    name: 'Delete message',
    summary: 'Deletes a message.',
    errors: ['DM_CHANNEL', 'MISSING_PERMISSIONS', 'TWO_FACTOR_REQUIRED'],
    method: 'DELETE',
    path: '/channels/{channel.id}/messages/{message.id}',
    rule: deleteMessage,
    status: 204,
    fires: ['MESSAGE_DELETE'],
    needs: CHANGES_MESSAGE,
    handle: (call) =>
      withMessage(call, async (message) => {
        const page = { kind: 'before', id: message.id } as const;
        const [before] = await call.services.messageStore.page(call.channel.id, page, 1);
        return call.change({ message, before: before?.id ?? null });
      }),
    handlePrivate: retractPrivateMessage,
  }),
  channelChange({
    name: 'Bulk delete messages',
    summary: 'Deletes up to 100 messages that are less than 14 days old.',
    errors: ['BAD_BULK_DELETE_COUNT', 'MESSAGES_TOO_OLD'],
    method: 'POST',
    path: '/channels/{channel.id}/messages/bulk-delete',
    rule: bulkDeleteMessages,
    body: 'bulkDeleteMessages',
    status: 204,
    fires: ['MESSAGE_DELETE_BULK'],
    needs: ['messageLocks', 'messageStore'],
    handle: ({ channel: { id }, readBody, change, services }) =>
      lockMessages(services, [id], async () => {
        const ids = readBody();
        const found = await services.messageStore.ofIds(id, ids);
        return change({ ids, ...found });
      }),
  }),
  channelChange({
    name: 'Trigger typing indicator',
    summary: 'Shows others that the caller is typing.',
    errors: ['CANNOT_MESSAGE_USER', 'NOT_A_TEXT_CHANNEL', 'VERIFICATION_TOO_HIGH'],
    method: 'POST',
    path: '/channels/{channel.id}/typing',
    rule: startTyping,
    status: 204,
    fires: ['TYPING_START'],
    needs: ['privateChannelStore'],
    handle: ({ caller, change }) => change(caller.user),
    handlePrivate: showPrivateTyping,
  }),
];
