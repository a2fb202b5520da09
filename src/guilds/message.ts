import type { Embed } from '../protocol/objects/embed.js';
import type { PartialEmoji } from '../protocol/objects/emoji.js';
import type { MessageType } from '../protocol/objects/message.js';
import type { Snowflake } from '../protocol/snowflake.js';
import type { MessageFile } from './attachments.js';
import type { GuildUser } from './state.js';

/** A message of a channel of any kind; its id contains its creation time. */
export interface Message {
  readonly id: Snowflake;
  readonly channelId: Snowflake;
  readonly author: GuildUser;
  readonly content: string;
  /** milliseconds since the Unix epoch; null: never edited */
  readonly editedAt: number | null;
  readonly tts: boolean;
  readonly mentionsEveryone: boolean;
  readonly mentions: readonly GuildUser[];
  readonly mentionRoles: readonly Snowflake[];
  readonly attachments: readonly MessageFile[];
  /** as sent by the author: images may be `attachment://FILENAME` */
  readonly embeds: readonly Embed[];
  readonly pinned: boolean;
  readonly type: MessageType;
  /** identifies a new message for the author's client */
  readonly nonce?: string | number | null;
}

/** The reactions to a message with one emoji. */
export interface ReactionCount {
  /** as first sent */
  readonly emoji: PartialEmoji;
  readonly count: number;
  /** whether the viewer's is among them */
  readonly me: boolean;
}
