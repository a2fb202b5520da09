import type { AttachmentRow, MessageRow, ReactionRow, RemovedFileRow } from '../rows/messages.js';
import { Table } from '../table.js';

/** Messages, their files and the reactions to them. */

export const messages = new Table<MessageRow>('messages', ['id'], {
  id: 'id',
  channel_id: 'id',
  author_id: 'id',
  content: 'plain',
  edited_at: 'plain',
  tts: 'boolean',
  mention_everyone: 'boolean',
  mentions: 'json',
  mention_roles: 'json',
  pinned: 'boolean',
  type: 'plain',
  embeds: 'json',
});

export const attachments = new Table<AttachmentRow>('attachments', ['id'], {
  id: 'id',
  message_id: 'id',
  user_id: 'id',
  filename: 'plain',
  size: 'plain',
  content_type: 'plain',
  width: 'plain',
  height: 'plain',
  access_key: 'plain',
});

export const removed_files = new Table<RemovedFileRow>('removed_files', ['id'], {
  id: 'id',
  user_id: 'id',
  size: 'plain',
});

export const reactions = new Table<ReactionRow>('reactions', ['message_id', 'emoji_key', 'user_id'], {
  message_id: 'id',
  emoji_key: 'plain',
  user_id: 'id',
  emoji: 'json',
  reacted_at: 'plain',
});
