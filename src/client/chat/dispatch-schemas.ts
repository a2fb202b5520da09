import Type, { type TSchema } from 'typebox';
import type { GatewayEvents } from '../../protocol/gateway/events.js';
import { ActivityRequestSchema } from '../../protocol/objects/activity-request.js';
import { Nullable, SnowflakeSchema } from '../../protocol/schema.js';

/**
 * The fields of each gateway event that the client reads (docs/gateway.md, Remote services). The schemas of the
 * service's own objects would be too strict: services of other versions omit some fields.
 */

/** Access is computed from these for many events of a channel. Four times what this service allows. */
const MAX_ROLES = 1000;
const MAX_OVERWRITES = 2000;
/** How many messages one event may delete. */
const MAX_DELETED = 1000;

/** A field that services of other versions may omit. */
function maybe<T extends TSchema>(schema: T) {
  return Type.Optional(Nullable(schema));
}

const MaybeText = maybe(Type.String());
const MaybeNumber = maybe(Type.Integer());
const MaybeFlag = maybe(Type.Boolean());

const WithIdSchema = Type.Object({ id: SnowflakeSchema });
const UserSchema = Type.Object({
  id: SnowflakeSchema,
  username: Type.String(),
  discriminator: MaybeText,
  avatar: MaybeText,
  bot: MaybeFlag,
});
const OverwriteSchema = Type.Object({
  id: SnowflakeSchema,
  type: Type.String(),
  allow: Type.Integer(),
  deny: Type.Integer(),
});
const RoleSchema = Type.Object({
  id: SnowflakeSchema,
  // Not null, as clients compute with them.
  name: Type.Optional(Type.String()),
  color: Type.Optional(Type.Integer()),
  position: Type.Optional(Type.Integer()),
  permissions: Type.Optional(Type.Integer()),
});
const ChannelSchema = Type.Object({
  id: SnowflakeSchema,
  type: Type.Integer(),
  guild_id: Type.Optional(SnowflakeSchema),
  permission_overwrites: Type.Optional(Type.Array(OverwriteSchema, { maxItems: MAX_OVERWRITES })),
  recipients: Type.Optional(Type.Array(UserSchema)),
  name: MaybeText,
  topic: MaybeText,
  position: MaybeNumber,
  bitrate: MaybeNumber,
  user_limit: MaybeNumber,
  parent_id: maybe(SnowflakeSchema),
});
const MemberSchema = Type.Object({
  user: UserSchema,
  roles: Type.Array(SnowflakeSchema, { maxItems: MAX_ROLES }),
  nick: MaybeText,
});
const PresenceSchema = Type.Object({
  user: WithIdSchema,
  status: Type.String(),
  game: maybe(
    Type.Object({
      name: Type.String(),
      type: MaybeNumber,
      details: MaybeText,
      application_id: maybe(SnowflakeSchema),
      flags: MaybeNumber,
    }),
  ),
});
const VoiceStateSchema = Type.Object({
  guild_id: Type.Optional(SnowflakeSchema),
  channel_id: Nullable(SnowflakeSchema),
  user_id: SnowflakeSchema,
  session_id: MaybeText,
  deaf: MaybeFlag,
  mute: MaybeFlag,
  self_deaf: MaybeFlag,
  self_mute: MaybeFlag,
  suppress: MaybeFlag,
});
const GuildSchema = Type.Object({
  id: SnowflakeSchema,
  name: Type.String(),
  icon: MaybeText,
  owner_id: maybe(SnowflakeSchema),
  roles: Type.Array(RoleSchema),
});
const GuildCreateSchema = Type.Object({
  ...GuildSchema.properties,
  member_count: Type.Integer(),
  channels: Type.Array(ChannelSchema),
  members: Type.Array(MemberSchema),
  presences: Type.Array(PresenceSchema),
  voice_states: Type.Array(VoiceStateSchema),
});
const WithMessageSchema = Type.Object({ id: SnowflakeSchema, channel_id: SnowflakeSchema });
const MessageSchema = Type.Object({
  ...WithMessageSchema.properties,
  guild_id: maybe(SnowflakeSchema),
  author: Type.Optional(UserSchema),
  content: Type.Optional(Type.String()),
  timestamp: MaybeText,
  edited_timestamp: MaybeText,
  tts: MaybeFlag,
  mention_everyone: MaybeFlag,
  mentions: Type.Optional(Type.Array(UserSchema)),
  mention_roles: Type.Optional(Type.Array(SnowflakeSchema)),
  attachments: Type.Optional(Type.Array(Type.Object({ filename: MaybeText }))),
  embeds: Type.Optional(Type.Array(Type.Object({ title: MaybeText, description: MaybeText }))),
  pinned: MaybeFlag,
  type: MaybeNumber,
});

const ofGuild = { guild_id: SnowflakeSchema };
const RoleEventSchema = Type.Object({ ...ofGuild, role: RoleSchema });

/** By event name. */
export const DISPATCH_SCHEMAS = {
  GUILD_CREATE: GuildCreateSchema,
  GUILD_UPDATE: GuildSchema,
  GUILD_DELETE: WithIdSchema,
  CHANNEL_CREATE: ChannelSchema,
  CHANNEL_UPDATE: ChannelSchema,
  CHANNEL_DELETE: WithIdSchema,
  CHANNEL_RECIPIENT_ADD: Type.Object({ channel_id: SnowflakeSchema, user: UserSchema }),
  CHANNEL_RECIPIENT_REMOVE: Type.Object({ channel_id: SnowflakeSchema, user: WithIdSchema }),
  GUILD_MEMBER_ADD: Type.Object({ ...MemberSchema.properties, ...ofGuild }),
  GUILD_MEMBER_UPDATE: Type.Object({ ...MemberSchema.properties, ...ofGuild }),
  GUILD_MEMBER_REMOVE: Type.Object({ ...ofGuild, user: WithIdSchema }),
  GUILD_ROLE_CREATE: RoleEventSchema,
  GUILD_ROLE_UPDATE: RoleEventSchema,
  GUILD_ROLE_DELETE: Type.Object({ ...ofGuild, role_id: SnowflakeSchema }),
  PRESENCE_UPDATE: Type.Object({ ...PresenceSchema.properties, ...ofGuild }),
  VOICE_STATE_UPDATE: VoiceStateSchema,
  VOICE_SERVER_UPDATE: Type.Object({
    ...ofGuild,
    token: Type.String({ maxLength: 256 }),
    endpoint: Nullable(Type.String({ maxLength: 256 })),
  }),
  MESSAGE_CREATE: MessageSchema,
  MESSAGE_UPDATE: MessageSchema,
  MESSAGE_DELETE: WithMessageSchema,
  MESSAGE_DELETE_BULK: Type.Object({
    ids: Type.Array(SnowflakeSchema, { maxItems: MAX_DELETED }),
    channel_id: SnowflakeSchema,
  }),
  USER_UPDATE: UserSchema,
  ACTIVITY_REQUEST: ActivityRequestSchema,
  OAUTH2_TOKEN_REVOKE: Type.Object({
    application_id: SnowflakeSchema,
    token_hashes: Nullable(Type.Array(Type.String())),
  }),
  OAUTH2_APPLICATIONS_UPDATE: Type.Object({}),
} as const satisfies Partial<Record<keyof GatewayEvents, TSchema>>;

/** The gateway events that the client applies. */
export type AppliedEventName = keyof typeof DISPATCH_SCHEMAS;
