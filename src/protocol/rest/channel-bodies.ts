import Type from 'typebox';
import { CHANNEL_TYPES } from '../objects/channel.js';
import { Enumeration, Nullable, SnowflakeSchema } from '../schema.js';
import {
  BitrateSchema,
  ChannelNameSchema,
  ImageSchema,
  OverwriteTypeSchema,
  PermissionsFieldSchema,
  PlaceholderSchema,
  PositionBody,
  PositionSchema,
  TopicSchema,
  UserLimitSchema,
} from './fields.js';

/** Channel types that can be created in a guild; Create guild does not support categories. */
const { GUILD_TEXT, GUILD_VOICE, GUILD_CATEGORY } = CHANNEL_TYPES;

const overwriteFields = {
  type: OverwriteTypeSchema,
  allow: Type.Optional(Nullable(PermissionsFieldSchema)),
  deny: Type.Optional(Nullable(PermissionsFieldSchema)),
};

const commonFields = {
  name: ChannelNameSchema,
  topic: Type.Optional(Nullable(TopicSchema)),
  bitrate: Type.Optional(Nullable(BitrateSchema)),
  user_limit: Type.Optional(Nullable(UserLimitSchema)),
  nsfw: Type.Optional(Nullable(Type.Boolean())),
};

const OverwritesField = Type.Optional(
  Nullable(Type.Array(Type.Object({ id: SnowflakeSchema, ...overwriteFields }), { maxItems: 500 })),
);

/** POST /guilds/{guild.id}/channels (docs/rest.md, guilds). */
export const CreateChannelBody = Type.Object({
  ...commonFields,
  type: Type.Optional(Nullable(Enumeration({ GUILD_TEXT, GUILD_VOICE, GUILD_CATEGORY }))),
  permission_overwrites: OverwritesField,
  parent_id: Type.Optional(Nullable(SnowflakeSchema)),
});

/** PATCH and PUT /channels/{channel.id} (docs/rest.md, Operations). */
export const ModifyChannelBody = Type.Object({
  ...commonFields,
  name: Type.Optional(Nullable(ChannelNameSchema)),
  /** of groups only */
  icon: Type.Optional(Nullable(ImageSchema)),
  position: Type.Optional(Nullable(PositionSchema)),
  permission_overwrites: OverwritesField,
  parent_id: Type.Optional(Nullable(SnowflakeSchema)),
});

/** PATCH /guilds/{guild.id}/channels. A single entry is valid: clients send it for the only channel of a category. */
export const MoveChannelsBody = Type.Array(PositionBody, { minItems: 1, maxItems: 500 });

/** PUT /channels/{channel.id}/permissions/{overwrite.id} (docs/rest.md, Operations). */
export const OverwriteBody = Type.Object(overwriteFields);

/** A channel in Create guild, whose overwrites refer to placeholders of roles. */
export const PartialChannelBody = Type.Object({
  ...commonFields,
  id: Type.Optional(Nullable(PlaceholderSchema)),
  type: Type.Optional(Nullable(Enumeration({ GUILD_TEXT, GUILD_VOICE }))),
  permission_overwrites: Type.Optional(
    Nullable(Type.Array(Type.Object({ id: PlaceholderSchema, ...overwriteFields }), { maxItems: 500 })),
  ),
});
