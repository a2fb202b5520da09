import Type, { type Static } from 'typebox';
import { Nullable, SnowflakeSchema, TimestampSchema } from '../schema.js';
import { AttachmentSchema } from './attachment.js';
import { EmbedSchema } from './embed.js';
import { PartialEmojiSchema } from './emoji.js';
import { UserSchema } from './user.js';

/** The maximum length of a message's content, in characters. */
export const MESSAGE_CONTENT_LIMIT = 2000;

/** The type of a message: written by its author, or a system message about an action of its author. */
export const MESSAGE_TYPES = {
  DEFAULT: 0,
  RECIPIENT_ADD: 1,
  RECIPIENT_REMOVE: 2,
  CHANNEL_NAME_CHANGE: 4,
  CHANNEL_ICON_CHANGE: 5,
  CHANNEL_PINNED_MESSAGE: 6,
  GUILD_MEMBER_JOIN: 7,
} as const;
export type MessageType = (typeof MESSAGE_TYPES)[keyof typeof MESSAGE_TYPES];

/** The reactions to a message with one emoji, and whether the viewer's is among them. */
export const ReactionSchema = Type.Object({
  count: Type.Integer(),
  me: Type.Boolean(),
  emoji: PartialEmojiSchema,
});

/** A message of a text channel in REST and gateway. */
export const MessageSchema = Type.Object({
  id: SnowflakeSchema,
  channel_id: SnowflakeSchema,
  guild_id: Type.Optional(SnowflakeSchema),
  author: UserSchema,
  content: Type.String(),
  timestamp: TimestampSchema,
  edited_timestamp: Nullable(TimestampSchema),
  tts: Type.Boolean(),
  mention_everyone: Type.Boolean(),
  mentions: Type.Array(UserSchema),
  mention_roles: Type.Array(SnowflakeSchema),
  attachments: Type.Array(AttachmentSchema),
  embeds: Type.Array(EmbedSchema),
  /** only when a message is read, and only if it has reactions */
  reactions: Type.Optional(Type.Array(ReactionSchema)),
  pinned: Type.Boolean(),
  type: Type.Integer(),
  nonce: Type.Optional(Nullable(Type.Union([Type.String(), Type.Integer()]))),
});
export type Message = Static<typeof MessageSchema>;
