import type { AttachmentRow, MessageRow, ReactionRow, RemovedFileRow } from '../rows/messages.js';
import { Table } from '../table.js';

/** Messages, their files and the reactions to them. */

export const messages = new Table<MessageRow>('messages', ['id'], {
  id: 'id',
  channel_id: 'id',
  author_id: 'id',
  content: 'text',
  edited_at: 'integer',
  tts: 'boolean',
  mention_everyone: 'boolean',
  mentions: 'json',
  mention_roles: 'json',
  pinned: 'boolean',
  type: 'integer',
  embeds: 'json',
});

export const attachments = new Table<AttachmentRow>('attachments', ['id'], {
  id: 'id',
  message_id: 'id',
  user_id: 'id',
  filename: 'text',
  size: 'integer',
  content_type: 'text',
  width: 'integer',
  height: 'integer',
  access_key: 'text',
});

export const removed_files = new Table<RemovedFileRow>('removed_files', ['id'], {
  id: 'id',
  user_id: 'id',
  size: 'integer',
});

export const reactions = new Table<ReactionRow>('reactions', ['message_id', 'emoji_key', 'user_id'], {
  message_id: 'id',
  emoji_key: 'text',
  user_id: 'id',
  emoji: 'json',
  reacted_at: 'integer',
});
