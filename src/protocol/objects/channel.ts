import Type, { type Static } from 'typebox';
import { Enumeration, Nullable, SnowflakeSchema, TimestampSchema } from '../schema.js';
import { UserSchema } from './user.js';

/** Channel types (docs/rest.md, Objects). */
export const CHANNEL_TYPES = {
  GUILD_TEXT: 0,
  DM: 1,
  GUILD_VOICE: 2,
  GROUP_DM: 3,
  GUILD_CATEGORY: 4,
} as const;
export type ChannelType = (typeof CHANNEL_TYPES)[keyof typeof CHANNEL_TYPES];

/** A permission overwrite of a channel for one role or one member. */
export const OverwriteSchema = Type.Object({
  id: SnowflakeSchema,
  type: Enumeration({ ROLE: 'role', MEMBER: 'member' }),
  allow: Type.Integer(),
  deny: Type.Integer(),
});
export type Overwrite = Static<typeof OverwriteSchema>;

/** A channel (docs/rest.md, Objects). */
export const ChannelSchema = Type.Object({
  id: SnowflakeSchema,
  type: Enumeration(CHANNEL_TYPES),
  guild_id: Type.Optional(SnowflakeSchema),
  position: Type.Optional(Type.Integer()),
  permission_overwrites: Type.Optional(Type.Array(OverwriteSchema)),
  /** null for a group without a name */
  name: Type.Optional(Nullable(Type.String())),
  topic: Type.Optional(Nullable(Type.String())),
  nsfw: Type.Optional(Type.Boolean()),
  last_message_id: Type.Optional(Nullable(SnowflakeSchema)),
  bitrate: Type.Optional(Type.Integer()),
  user_limit: Type.Optional(Type.Integer()),
  parent_id: Type.Optional(Nullable(SnowflakeSchema)),
  last_pin_timestamp: Type.Optional(Nullable(TimestampSchema)),
  /** of private channels: the recipients except the viewer */
  recipients: Type.Optional(Type.Array(UserSchema)),
  /** of groups, like the fields below */
  icon: Type.Optional(Nullable(Type.String())),
  owner_id: Type.Optional(SnowflakeSchema),
  application_id: Type.Optional(SnowflakeSchema),
  nicks: Type.Optional(Type.Array(Type.Object({ id: SnowflakeSchema, nick: Type.String() }))),
});
export type Channel = Static<typeof ChannelSchema>;
