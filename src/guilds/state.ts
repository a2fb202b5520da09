import Type, { type Static } from 'typebox';
import { CHANNEL_TYPES, OverwriteSchema } from '../protocol/objects/channel.js';
import {
  DEFAULT_MESSAGE_NOTIFICATIONS,
  EXPLICIT_CONTENT_FILTERS,
  MFA_LEVELS,
  VERIFICATION_LEVELS,
} from '../protocol/objects/guild.js';
import { EXPIRE_BEHAVIORS } from '../protocol/objects/integration.js';
import { Enumeration, Nullable, SnowflakeSchema } from '../protocol/schema.js';
import type { Snowflake } from '../protocol/snowflake.js';

/** The parts of a guild. Each is declared once, as a schema: nodes check by it what others send them. */

/** A value of an enumeration. */
type ValueOf<Enumeration> = Enumeration[keyof Enumeration];

export type VerificationLevel = ValueOf<typeof VERIFICATION_LEVELS>;
export type MessageNotifications = ValueOf<typeof DEFAULT_MESSAGE_NOTIFICATIONS>;
export type ContentFilter = ValueOf<typeof EXPLICIT_CONTENT_FILTERS>;
export type MfaLevel = ValueOf<typeof MFA_LEVELS>;
export type ExpireBehavior = ValueOf<typeof EXPIRE_BEHAVIORS>;

const Id = SnowflakeSchema;
const Ids = Type.ReadonlyType(Type.Array(SnowflakeSchema));
const Text = Type.String();
const Flag = Type.Boolean();
const Count = Type.Integer();
/** milliseconds since the Unix epoch */
const Time = Type.Number();

/** The fields of a guild except its roles, channels, members and emojis. */
export const GuildSettingsSchema = Type.Object({
  name: Text,
  /** hash of the image; null: none */
  icon: Nullable(Text),
  splash: Nullable(Text),
  ownerId: Id,
  region: Text,
  afkChannelId: Nullable(Id),
  /** seconds */
  afkTimeout: Count,
  embedEnabled: Flag,
  embedChannelId: Nullable(Id),
  verificationLevel: Enumeration(VERIFICATION_LEVELS),
  defaultMessageNotifications: Enumeration(DEFAULT_MESSAGE_NOTIFICATIONS),
  explicitContentFilter: Enumeration(EXPLICIT_CONTENT_FILTERS),
  features: Type.ReadonlyType(Type.Array(Text)),
  mfaLevel: Enumeration(MFA_LEVELS),
  /** the application that created the guild, if any */
  applicationId: Nullable(Id),
  widgetEnabled: Flag,
  widgetChannelId: Nullable(Id),
  systemChannelId: Nullable(Id),
});
export type GuildSettings = Readonly<Static<typeof GuildSettingsSchema>>;

/** The settings of a new guild, except those that its request or its creator decides. */
export const DEFAULT_GUILD_SETTINGS: Omit<GuildSettings, 'name' | 'ownerId' | 'region' | 'applicationId'> = {
  icon: null,
  splash: null,
  afkChannelId: null,
  afkTimeout: 300,
  embedEnabled: false,
  embedChannelId: null,
  verificationLevel: 0,
  defaultMessageNotifications: 0,
  explicitContentFilter: 0,
  features: [],
  mfaLevel: 0,
  widgetEnabled: false,
  widgetChannelId: null,
  systemChannelId: null,
};

/** The public data of a user. */
export const GuildUserSchema = Type.Object({
  id: Id,
  username: Text,
  discriminator: Text,
  /** hash of the image; null: none */
  avatar: Nullable(Text),
  /** absent: a person */
  bot: Type.Optional(Type.Literal(true)),
});
export type GuildUser = Readonly<Static<typeof GuildUserSchema>>;

/** A role; the @everyone role's id is the guild's id. */
export const GuildRoleSchema = Type.Object({
  id: Id,
  name: Text,
  /** RGB; 0: none */
  color: Count,
  hoist: Flag,
  position: Count,
  /** bits of `PERMISSIONS` */
  permissions: Count,
  managed: Flag,
  mentionable: Flag,
});
export type GuildRole = Readonly<Static<typeof GuildRoleSchema>>;

export const GuildChannelSchema = Type.Object({
  id: Id,
  /** the application that created the channel, if any */
  applicationId: Nullable(Id),
  type: Enumeration(CHANNEL_TYPES),
  name: Text,
  topic: Nullable(Text),
  position: Count,
  nsfw: Flag,
  /** null where it is not a voice channel */
  bitrate: Nullable(Count),
  userLimit: Nullable(Count),
  parentId: Nullable(Id),
  permissionOverwrites: Type.ReadonlyType(Type.Array(OverwriteSchema)),
  lastMessageId: Nullable(Id),
  /** when a message was last pinned, in milliseconds since the Unix epoch; null: never */
  lastPinAt: Nullable(Time),
});
export type GuildChannel = Readonly<Static<typeof GuildChannelSchema>>;

/** A member without their user, which all guilds share: this keeps guilds with 100,000 members small. */
export const GuildMemberSchema = Type.Object({
  userId: Id,
  nick: Nullable(Text),
  /** without @everyone */
  roles: Ids,
  /** milliseconds since the Unix epoch */
  joinedAt: Time,
  deaf: Flag,
  mute: Flag,
});
export type GuildMember = Readonly<Static<typeof GuildMemberSchema>>;

/** An invite to a channel (docs/rest.md, Objects). */
export const GuildInviteSchema = Type.Object({
  code: Text,
  channelId: Id,
  inviterId: Nullable(Id),
  uses: Count,
  /** 0: unlimited */
  maxUses: Count,
  /** seconds; 0: never expires */
  maxAge: Count,
  temporary: Flag,
  /** whether it is the guild's vanity url, which is not listed as an invite */
  vanity: Flag,
  /** milliseconds since the Unix epoch */
  createdAt: Time,
});
export type GuildInvite = Readonly<Static<typeof GuildInviteSchema>>;

/** An integration (docs/rest.md, Objects). */
export const GuildIntegrationSchema = Type.Object({
  id: Id,
  name: Text,
  type: Text,
  enabled: Flag,
  syncing: Flag,
  roleId: Id,
  expireBehavior: Enumeration(EXPIRE_BEHAVIORS),
  /** seconds */
  expireGracePeriod: Count,
  enableEmoticons: Flag,
  userId: Id,
  accountId: Text,
  accountName: Text,
  /** milliseconds since the Unix epoch */
  syncedAt: Time,
});
export type GuildIntegration = Readonly<Static<typeof GuildIntegrationSchema>>;

/** A custom emoji. */
export const GuildEmojiSchema = Type.Object({
  id: Id,
  name: Text,
  /** roles that may use it; empty: everybody */
  roles: Ids,
  /** its creator */
  userId: Id,
  animated: Flag,
});
export type GuildEmoji = Readonly<Static<typeof GuildEmojiSchema>>;

/** A subscriber of an integration, who gets its role; need not be a member. */
export const GuildSubscriberSchema = Type.Object({
  userId: Id,
  /** end of the subscription, in milliseconds since the Unix epoch; null: none */
  expiresAt: Nullable(Time),
});
export type GuildSubscriber = Readonly<Static<typeof GuildSubscriberSchema>>;

/** An image of a guild, by its hash; `data` is the file as base64. */
export const GuildImageSchema = Type.Object({ hash: Text, data: Text });
export type GuildImage = Readonly<Static<typeof GuildImageSchema>>;

/** An image as a request gives it: a new one, or the hash of the one that stays, as clients send it back. */
export type ImageInput = GuildImage | { readonly hash: string; readonly data: null };

/** A user in a voice channel, without the flags that moderators set, which are the member's. Not stored. */
export const GuildVoiceStateSchema = Type.Object({
  userId: Id,
  channelId: Id,
  sessionId: Text,
  selfMute: Flag,
  selfDeaf: Flag,
  /** time of the last activity in voice, in milliseconds since the Unix epoch */
  activeAt: Time,
  /** whether somebody moved them into this channel, which they could not view: they may listen to it */
  hasDelegatedAccess: Flag,
});
export type GuildVoiceState = Readonly<Static<typeof GuildVoiceStateSchema>>;

/** A banned user. */
export const GuildBanSchema = Type.Object({ userId: Id, reason: Nullable(Text) });
export type GuildBan = Readonly<Static<typeof GuildBanSchema>>;

/** Finds users by id. */
export interface UserLookup {
  get(id: Snowflake): GuildUser | undefined;
}

/**
 * A guild in memory. The values in it never change in place; `applyChanges` alone replaces them and raises the version,
 * so references to roles, channels and members stay consistent.
 */
export interface GuildState {
  readonly id: Snowflake;
  /** raised by every change of the state in memory, except of messages and voice */
  version: number;
  /** raised by every change of the state in memory, also of messages and voice; not stored */
  revision: number;
  settings: GuildSettings;
  readonly roles: Map<Snowflake, GuildRole>;
  readonly channels: Map<Snowflake, GuildChannel>;
  readonly members: Map<Snowflake, GuildMember>;
  readonly bans: Map<Snowflake, GuildBan>;
  /** by user */
  readonly voiceStates: Map<Snowflake, GuildVoiceState>;
  /** by code */
  readonly invites: Map<string, GuildInvite>;
  readonly integrations: Map<Snowflake, GuildIntegration>;
  /** by integration, then by user; no entry for integrations without subscribers */
  readonly subscribers: Map<Snowflake, Map<Snowflake, GuildSubscriber>>;
  /** members who joined by a temporary invite */
  readonly temporaryMembers: Set<Snowflake>;
  readonly emojis: Map<Snowflake, GuildEmoji>;
  readonly users: UserLookup;
}

/** A guild as it is, or as it was when a change was decided. Its members can be found by their ids alone. */
export interface GuildAsDecided extends Omit<GuildState, 'members'> {
  readonly members: Pick<ReadonlyMap<Snowflake, GuildMember>, 'get'>;
}

/** Who acts on a guild. */
export interface Actor {
  readonly userId: Snowflake;
  /** whether the user, or the owner of a bot, has two-factor authentication */
  readonly mfaEnabled: boolean;
  /** the application that acts (a bot's, or an OAuth2 token's); null for a person */
  readonly applicationId: Snowflake | null;
}

/** The account of the acting user. */
export interface Account {
  readonly bot: boolean;
  /** whether the email address is verified */
  readonly verified: boolean;
  /** a verified phone number; null: none */
  readonly phone: string | null;
}

/** The time of a change and new ids, which keep rules pure. */
export interface RuleContext {
  /** milliseconds since the Unix epoch */
  readonly now: number;
  nextId(): Snowflake;
}

/** A user of the guild. */
export function userOf(guild: GuildState, id: Snowflake): GuildUser {
  // Users are loaded with the guild; a missing one must not make the whole list fail.
  return guild.users.get(id) ?? { id, username: 'unknown user', discriminator: '0000', avatar: null };
}
