import Type, { type Static } from 'typebox';
import { Enumeration, Nullable, SnowflakeSchema, TimestampSchema } from '../schema.js';
import { ChannelSchema } from './channel.js';
import { EmojiSchema } from './emoji.js';
import { MemberSchema } from './member.js';
import { PresenceSchema } from './presence.js';
import { RoleSchema } from './role.js';
import { VoiceStateSchema } from './voice.js';

export const VERIFICATION_LEVELS = { NONE: 0, LOW: 1, MEDIUM: 2, HIGH: 3, VERY_HIGH: 4 } as const;
export const DEFAULT_MESSAGE_NOTIFICATIONS = { ALL_MESSAGES: 0, ONLY_MENTIONS: 1 } as const;
export const EXPLICIT_CONTENT_FILTERS = { DISABLED: 0, MEMBERS_WITHOUT_ROLES: 1, ALL_MEMBERS: 2 } as const;
export const MFA_LEVELS = { NONE: 0, ELEVATED: 1 } as const;

/** Features of VIP guilds (docs/rest.md, Objects). */
export const GUILD_FEATURES = ['INVITE_SPLASH', 'VIP_REGIONS', 'VANITY_URL', 'VERIFIED'] as const;

const guildFields = {
  id: SnowflakeSchema,
  name: Type.String({ minLength: 2, maxLength: 100 }),
  icon: Nullable(Type.String()),
  splash: Nullable(Type.String()),
  owner: Type.Optional(Type.Boolean()),
  owner_id: SnowflakeSchema,
  permissions: Type.Optional(Type.Integer()),
  region: Type.String(),
  afk_channel_id: Nullable(SnowflakeSchema),
  afk_timeout: Type.Integer(),
  embed_enabled: Type.Optional(Type.Boolean()),
  embed_channel_id: Type.Optional(SnowflakeSchema),
  verification_level: Enumeration(VERIFICATION_LEVELS),
  default_message_notifications: Enumeration(DEFAULT_MESSAGE_NOTIFICATIONS),
  explicit_content_filter: Enumeration(EXPLICIT_CONTENT_FILTERS),
  roles: Type.Array(RoleSchema),
  emojis: Type.Array(EmojiSchema),
  features: Type.Array(Type.String()),
  mfa_level: Enumeration(MFA_LEVELS),
  application_id: Nullable(SnowflakeSchema),
  widget_enabled: Type.Optional(Type.Boolean()),
  widget_channel_id: Type.Optional(SnowflakeSchema),
  system_channel_id: Nullable(SnowflakeSchema),
};

/** A guild (docs/rest.md, Objects). */
export const GuildSchema = Type.Object(guildFields);
export type Guild = Static<typeof GuildSchema>;

/** A guild in the GUILD_CREATE gateway event. */
export const GuildCreateSchema = Type.Object({
  ...guildFields,
  joined_at: TimestampSchema,
  large: Type.Boolean(),
  unavailable: Type.Boolean(),
  member_count: Type.Integer(),
  voice_states: Type.Array(VoiceStateSchema),
  members: Type.Array(MemberSchema),
  channels: Type.Array(ChannelSchema),
  presences: Type.Array(PresenceSchema),
});
export type GuildCreate = Static<typeof GuildCreateSchema>;

/** A guild that is unavailable or has not arrived yet (docs/rest.md, Objects). */
export const UnavailableGuildSchema = Type.Object({
  id: SnowflakeSchema,
  unavailable: Type.Optional(Type.Boolean()),
});
export type UnavailableGuild = Static<typeof UnavailableGuildSchema>;

/** An entry of GET /users/@me/guilds (docs/rest.md, Operations). */
export const UserGuildSchema = Type.Object({
  id: SnowflakeSchema,
  name: Type.String(),
  icon: Nullable(Type.String()),
  owner: Type.Boolean(),
  permissions: Type.Integer(),
});
export type UserGuild = Static<typeof UserGuildSchema>;

/** A guild embed (docs/rest.md, Objects). */
export const GuildEmbedSchema = Type.Object({
  enabled: Type.Boolean(),
  channel_id: Nullable(SnowflakeSchema),
});
export type GuildEmbed = Static<typeof GuildEmbedSchema>;
