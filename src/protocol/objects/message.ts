import Type, { type Static } from 'typebox';
import { Nullable, SnowflakeSchema, TimestampSchema } from '../schema.js';
import { EmbedSchema } from './embed.js';
import { UserSchema } from './user.js';

/** The longest content of a message, in characters. */
export const MESSAGE_CONTENT_LIMIT = 2000;

/** A message of a text channel as REST and gateway carry it. */
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
  attachments: Type.Array(Type.Unknown()),
  embeds: Type.Array(EmbedSchema),
  pinned: Type.Boolean(),
  type: Type.Integer(),
  nonce: Type.Optional(Nullable(Type.Union([Type.String(), Type.Integer()]))),
});
export type Message = Static<typeof MessageSchema>;
