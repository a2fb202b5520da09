import type { ImageChange, MessageChange } from '#guildhall/guilds/changes.js';
import { emojiKey, type Message } from '#guildhall/guilds/message.js';
import type { PartialEmoji } from '#guildhall/protocol/objects/emoji.js';
import type { Snowflake } from '#guildhall/protocol/snowflake.js';
import type { StoredAttachment, StoredMessage } from '#guildhall/store/messages.js';
import { imageKey, type MemoryData } from './memory-data.js';

/** Makes a change of messages, in channels of every kind. */
export function changeMessages(data: MemoryData, change: MessageChange): void {
  switch (change.kind) {
    case 'message':
      data.messages.set(change.message.id, toStoredMessage(change.message));
      for (const file of toAttachments(change.message)) data.attachments.set(file.id, file);
      return;
    case 'message-edited':
      if (data.messages.has(change.message.id)) {
        data.messages.set(change.message.id, toStoredMessage(change.message));
      }
      return;
    case 'message-removed':
      removeMessages(data, ({ id }) => id === change.id);
      return;
    case 'messages-removed': {
      const ids = new Set(change.ids);
      removeMessages(data, ({ id }) => ids.has(id));
      return;
    }
    case 'reaction': {
      const { messageId, emoji, userId } = change.reaction;
      if (data.messages.has(messageId)) {
        data.reactions.set(reactionKey(messageId, emoji, userId), change.reaction);
      }
      return;
    }
    case 'reaction-removed':
      data.reactions.delete(reactionKey(change.messageId, change.emoji, change.userId));
      return;
    case 'reactions-removed':
      removeReactions(data, new Set([change.messageId]));
      return;
  }
}

/** Makes a change of the images of a guild or a group. */
export function changeImages({ images }: MemoryData, ownerId: Snowflake, change: ImageChange): void {
  if (change.kind === 'image') {
    images.set(imageKey(change.use, ownerId, change.image.hash), change.image.data);
  } else {
    images.delete(imageKey(change.use, ownerId, change.hash));
  }
}

/** Removes messages with their reactions, and lists their files as removed. */
export function removeMessages(data: MemoryData, isRemoved: (message: StoredMessage) => boolean): void {
  const ids = new Set([...data.messages.values()].filter(isRemoved).map(({ id }) => id));
  for (const id of ids) data.messages.delete(id);
  removeReactions(data, ids);
  for (const { id, messageId, userId, size } of data.attachments.values()) {
    if (!ids.has(messageId)) continue;
    data.attachments.delete(id);
    data.removedFiles.set(id, { id, userId, size });
  }
}

function removeReactions({ reactions }: MemoryData, messageIds: ReadonlySet<Snowflake>): void {
  for (const [key, { messageId }] of reactions) if (messageIds.has(messageId)) reactions.delete(key);
}

function reactionKey(messageId: Snowflake, emoji: PartialEmoji, userId: Snowflake): string {
  return `${messageId}/${userId}/${emojiKey(emoji)}`;
}

function toStoredMessage(message: Message): StoredMessage {
  return {
    id: message.id,
    channelId: message.channelId,
    authorId: message.author.id,
    content: message.content,
    editedAt: message.editedAt,
    tts: message.tts,
    mentionsEveryone: message.mentionsEveryone,
    mentions: message.mentions.map(({ id }) => id),
    mentionRoles: message.mentionRoles,
    pinned: message.pinned,
    type: message.type,
    embeds: message.embeds,
  };
}

function toAttachments({ id: messageId, author, attachments }: Message): StoredAttachment[] {
  return attachments.map(({ id, filename, size, contentType, width, height, accessKey }) => ({
    id,
    messageId,
    userId: author.id,
    filename,
    size,
    contentType,
    width,
    height,
    accessKey,
  }));
}
