import type { Embed } from '../../../protocol/objects/embed.js';
import type { PartialEmoji } from '../../../protocol/objects/emoji.js';
import type { MessageType } from '../../../protocol/objects/message.js';
import type { Snowflake } from '../../../protocol/snowflake.js';

/** Messages, their files and the reactions to them as rows: ids as decimal text, lists as lists, times in milliseconds. */

export interface MessageRow {
  id: Snowflake;
  channel_id: Snowflake;
  author_id: Snowflake;
  content: string;
  edited_at: number | null;
  tts: boolean;
  mention_everyone: boolean;
  mentions: readonly Snowflake[];
  mention_roles: readonly Snowflake[];
  pinned: boolean;
  type: MessageType;
  embeds: readonly Embed[];
}

/** A file of a message. */
export interface AttachmentRow {
  id: Snowflake;
  message_id: Snowflake;
  /** the user who sent it */
  user_id: Snowflake;
  filename: string;
  /** in bytes */
  size: number;
  content_type: string;
  /** in pixels; null unless it is an image */
  width: number | null;
  height: number | null;
  access_key: string;
}

/** A file whose attachment was removed and that may still exist. */
export interface RemovedFileRow {
  id: Snowflake;
  user_id: Snowflake;
  size: number;
}

/** One user's reaction to a message. */
export interface ReactionRow {
  message_id: Snowflake;
  emoji_key: string;
  user_id: Snowflake;
  emoji: PartialEmoji;
  reacted_at: number;
}
