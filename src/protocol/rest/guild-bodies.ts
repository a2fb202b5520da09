import Type from 'typebox';
import {
  DEFAULT_MESSAGE_NOTIFICATIONS,
  EXPLICIT_CONTENT_FILTERS,
  VERIFICATION_LEVELS,
} from '../objects/guild.js';
import { Enumeration, Nullable, SnowflakeSchema } from '../schema.js';
import { PartialChannelBody } from './channel-bodies.js';
import { GuildNameSchema, ImageSchema, PlaceholderSchema, RegionSchema } from './fields.js';
import { roleFields } from './role-bodies.js';

const PartialRoleBody = Type.Object({ id: Type.Optional(Nullable(PlaceholderSchema)), ...roleFields });

/** How long an inactive member stays in voice before the move to the afk channel, in seconds. */
const AFK_TIMEOUTS = { MINUTE: 60, FIVE_MINUTES: 300, QUARTER: 900, HALF_HOUR: 1800, HOUR: 3600 } as const;

/** The maximum number of roles or channels in one body. Higher than the limit of a guild, which has its own error. */
const MAX_PARTS = 1000;

/** POST /guilds (docs/rest.md, guilds). The rules check the number of roles and channels. */
export const CreateGuildBody = Type.Object({
  name: GuildNameSchema,
  region: Type.Optional(Nullable(RegionSchema)),
  icon: Type.Optional(Nullable(ImageSchema)),
  verification_level: Type.Optional(Nullable(Enumeration(VERIFICATION_LEVELS))),
  default_message_notifications: Type.Optional(Nullable(Enumeration(DEFAULT_MESSAGE_NOTIFICATIONS))),
  explicit_content_filter: Type.Optional(Nullable(Enumeration(EXPLICIT_CONTENT_FILTERS))),
  roles: Type.Optional(Nullable(Type.Array(PartialRoleBody, { maxItems: MAX_PARTS }))),
  channels: Type.Optional(Nullable(Type.Array(PartialChannelBody, { maxItems: MAX_PARTS }))),
  /** placeholder of one of `channels` */
  afk_channel_id: Type.Optional(Nullable(PlaceholderSchema)),
  afk_timeout: Type.Optional(Nullable(Enumeration(AFK_TIMEOUTS))),
  /** placeholder of one of `channels`; null: none */
  system_channel_id: Type.Optional(Nullable(PlaceholderSchema)),
});

/** PATCH /guilds/{guild.id} (docs/rest.md, guilds). Null removes optional values. */
export const ModifyGuildBody = Type.Object({
  name: Type.Optional(Nullable(GuildNameSchema)),
  region: Type.Optional(Nullable(RegionSchema)),
  verification_level: Type.Optional(Nullable(Enumeration(VERIFICATION_LEVELS))),
  default_message_notifications: Type.Optional(Nullable(Enumeration(DEFAULT_MESSAGE_NOTIFICATIONS))),
  explicit_content_filter: Type.Optional(Nullable(Enumeration(EXPLICIT_CONTENT_FILTERS))),
  afk_channel_id: Type.Optional(Nullable(SnowflakeSchema)),
  afk_timeout: Type.Optional(Nullable(Enumeration(AFK_TIMEOUTS))),
  icon: Type.Optional(Nullable(ImageSchema)),
  owner_id: Type.Optional(Nullable(SnowflakeSchema)),
  splash: Type.Optional(Nullable(ImageSchema)),
  system_channel_id: Type.Optional(Nullable(SnowflakeSchema)),
});
