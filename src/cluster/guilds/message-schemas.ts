import Type from 'typebox';
import { GuildUserSchema } from '../../guilds/state.js';
import { EmbedSchema } from '../../protocol/objects/embed.js';
import { PartialEmojiSchema } from '../../protocol/objects/emoji.js';
import { MESSAGE_TYPES } from '../../protocol/objects/message.js';
import { Enumeration, Nullable, SnowflakeSchema } from '../../protocol/schema.js';

/** Schemas of messages and reactions as one node sends them to others. They match the types of `src/guilds/message.ts`. */

const Id = SnowflakeSchema;
const Ids = Type.Array(SnowflakeSchema);
const Text = Type.String();
const Flag = Type.Boolean();
const Count = Type.Integer();
/** milliseconds since the Unix epoch */
const Time = Type.Number();

export const FileSchema = Type.Object({
  id: Id,
  filename: Text,
  size: Count,
  contentType: Text,
  width: Nullable(Count),
  height: Nullable(Count),
  accessKey: Text,
  url: Text,
});

export const MessageStateSchema = Type.Object({
  id: Id,
  channelId: Id,
  author: GuildUserSchema,
  content: Text,
  editedAt: Nullable(Time),
  tts: Flag,
  mentionsEveryone: Flag,
  mentions: Type.Array(GuildUserSchema),
  mentionRoles: Ids,
  attachments: Type.Array(FileSchema),
  embeds: Type.Array(EmbedSchema),
  pinned: Flag,
  type: Enumeration(MESSAGE_TYPES),
  nonce: Type.Optional(Type.Union([Text, Type.Number(), Type.Null()])),
});

export const ReactionStateSchema = Type.Object({
  messageId: Id,
  userId: Id,
  emoji: PartialEmojiSchema,
  reactedAt: Time,
});
