import Type, { type TSchema } from 'typebox';
import type { GatewayEvents } from '../../protocol/gateway/events.js';
import { ActivityRequestSchema } from '../../protocol/objects/activity-request.js';
import { Nullable, SnowflakeSchema } from '../../protocol/schema.js';

/**
 * The fields of each gateway event that the client reads (docs/gateway.md, Remote services). The schemas of the
 * service's own objects would be too strict: services of other versions omit some fields.
 */

/** What access depends on is read again for many events of a channel, so there may be some times as much as large services allow. */
const MAX_ROLES = 1000;
const MAX_OVERWRITES = 2000;
/** How many messages one event may delete. */
const MAX_DELETED = 1000;

const WithIdSchema = Type.Object({ id: SnowflakeSchema });
const UserSchema = Type.Object({ id: SnowflakeSchema, username: Type.String() });
const OverwriteSchema = Type.Object({
  id: SnowflakeSchema,
  type: Type.String(),
  allow: Type.Integer(),
  deny: Type.Integer(),
});
const RoleSchema = Type.Object({ id: SnowflakeSchema, permissions: Type.Optional(Type.Integer()) });
const ChannelSchema = Type.Object({
  id: SnowflakeSchema,
  type: Type.Integer(),
  guild_id: Type.Optional(SnowflakeSchema),
  permission_overwrites: Type.Optional(Type.Array(OverwriteSchema, { maxItems: MAX_OVERWRITES })),
  recipients: Type.Optional(Type.Array(UserSchema)),
});
const MemberSchema = Type.Object({
  user: UserSchema,
  roles: Type.Array(SnowflakeSchema, { maxItems: MAX_ROLES }),
});
const PresenceSchema = Type.Object({ user: WithIdSchema, status: Type.String() });
const VoiceStateSchema = Type.Object({
  guild_id: Type.Optional(SnowflakeSchema),
  channel_id: Nullable(SnowflakeSchema),
  user_id: SnowflakeSchema,
});
const GuildSchema = Type.Object({
  id: SnowflakeSchema,
  name: Type.String(),
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
const MessageSchema = Type.Object({ id: SnowflakeSchema, channel_id: SnowflakeSchema });

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
  GUILD_MEMBER_UPDATE: Type.Object({
    ...MemberSchema.properties,
    ...ofGuild,
    nick: Type.Optional(Nullable(Type.String())),
  }),
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
  MESSAGE_DELETE: MessageSchema,
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
