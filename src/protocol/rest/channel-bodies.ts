import Type from 'typebox';
import { CHANNEL_TYPES } from '../objects/channel.js';
import { Enumeration, Nullable, SnowflakeSchema } from '../schema.js';
import {
  BitrateSchema,
  ChannelNameSchema,
  PermissionsFieldSchema,
  PlaceholderSchema,
  TopicSchema,
  UserLimitSchema,
} from './fields.js';

/** The channel types that can be made in a guild; categories are not supported inside Create guild. */
const { GUILD_TEXT, GUILD_VOICE, GUILD_CATEGORY } = CHANNEL_TYPES;

const overwriteFields = {
  type: Enumeration({ ROLE: 'role', MEMBER: 'member' }),
  allow: Type.Optional(PermissionsFieldSchema),
  deny: Type.Optional(PermissionsFieldSchema),
};

const commonFields = {
  name: ChannelNameSchema,
  topic: Type.Optional(Nullable(TopicSchema)),
  bitrate: Type.Optional(Nullable(BitrateSchema)),
  user_limit: Type.Optional(Nullable(UserLimitSchema)),
  nsfw: Type.Optional(Nullable(Type.Boolean())),
};

/** POST /guilds/{guild.id}/channels (interface.md, Operations with a stated path). */
export const CreateChannelBody = Type.Object({
  ...commonFields,
  type: Type.Optional(Enumeration({ GUILD_TEXT, GUILD_VOICE, GUILD_CATEGORY })),
  permission_overwrites: Type.Optional(
    Nullable(Type.Array(Type.Object({ id: SnowflakeSchema, ...overwriteFields }), { maxItems: 500 })),
  ),
  parent_id: Type.Optional(Nullable(SnowflakeSchema)),
});

/** A channel inside Create guild, whose overwrites name the placeholders of roles. */
export const PartialChannelBody = Type.Object({
  ...commonFields,
  type: Type.Optional(Enumeration({ GUILD_TEXT, GUILD_VOICE })),
  permission_overwrites: Type.Optional(
    Nullable(Type.Array(Type.Object({ id: PlaceholderSchema, ...overwriteFields }), { maxItems: 500 })),
  ),
});
