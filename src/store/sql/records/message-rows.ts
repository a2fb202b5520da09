import type { MessageChange } from '../../../guilds/changes.js';
import { emojiKey, type Message, type Reaction } from '../../../guilds/message.js';
import type { StoredAttachment, StoredMessage } from '../../messages.js';
import type { AttachmentRow, MessageRow, ReactionRow } from '../rows/messages.js';
import { put, remove, sweep, update, type Write } from '../writes.js';

/** Converts messages, their files and reactions to and from rows. */

/** The writes of a change of messages, in channels of every kind. */
export function writesOfMessages(change: MessageChange): Write[] {
  switch (change.kind) {
    case 'message':
      return [put('messages', messageRow(change.message)), ...attachmentWrites(change.message)];
    case 'message-edited':
      return [update('messages', messageRow(change.message))];
    case 'message-removed':
      return [remove('messages', { id: change.id })];
    case 'messages-removed':
      return change.ids.map((id) => remove('messages', { id }));
    case 'reaction':
      return [put('reactions', reactionRow(change.reaction))];
    case 'reaction-removed': {
      const { messageId: message_id, userId: user_id } = change;
      return [remove('reactions', { message_id, emoji_key: emojiKey(change.emoji), user_id })];
    }
    case 'reactions-removed':
      return [sweep('reactionsOfMessage', change.messageId)];
  }
}

export function messageFromRow(row: MessageRow): StoredMessage {
  return {
    id: row.id,
    channelId: row.channel_id,
    authorId: row.author_id,
    content: row.content,
    editedAt: row.edited_at,
    tts: row.tts,
    mentionsEveryone: row.mention_everyone,
    mentions: row.mentions,
    mentionRoles: row.mention_roles,
    pinned: row.pinned,
    type: row.type,
    embeds: row.embeds,
  };
}

function messageRow(message: Message): MessageRow {
  return {
    id: message.id,
    channel_id: message.channelId,
    author_id: message.author.id,
    content: message.content,
    edited_at: message.editedAt,
    tts: message.tts,
    mention_everyone: message.mentionsEveryone,
    mentions: message.mentions.map((user) => user.id),
    mention_roles: message.mentionRoles,
    pinned: message.pinned,
    type: message.type,
    embeds: message.embeds,
  };
}

export function attachmentFromRow(row: AttachmentRow): StoredAttachment {
  return {
    id: row.id,
    messageId: row.message_id,
    userId: row.user_id,
    filename: row.filename,
    size: row.size,
    contentType: row.content_type,
    width: row.width,
    height: row.height,
    accessKey: row.access_key,
  };
}

function attachmentWrites(message: Message): Write[] {
  return message.attachments.map(({ id, filename, size, contentType, width, height, accessKey }) =>
    put('attachments', {
      id,
      message_id: message.id,
      user_id: message.author.id,
      filename,
      size,
      content_type: contentType,
      width,
      height,
      access_key: accessKey,
    }),
  );
}

function reactionRow({ messageId, userId, emoji, reactedAt }: Reaction): ReactionRow {
  return {
    message_id: messageId,
    emoji_key: emojiKey(emoji),
    user_id: userId,
    emoji,
    reacted_at: reactedAt,
  };
}
