import type { ChannelType, Overwrite } from '../protocol/objects/channel.js';
import type {
  DEFAULT_MESSAGE_NOTIFICATIONS,
  EXPLICIT_CONTENT_FILTERS,
  MFA_LEVELS,
  VERIFICATION_LEVELS,
} from '../protocol/objects/guild.js';
import type { EXPIRE_BEHAVIORS } from '../protocol/objects/integration.js';
import type { Snowflake } from '../protocol/snowflake.js';

/** A value of an enumeration. */
type ValueOf<Enumeration> = Enumeration[keyof Enumeration];

export type VerificationLevel = ValueOf<typeof VERIFICATION_LEVELS>;
export type MessageNotifications = ValueOf<typeof DEFAULT_MESSAGE_NOTIFICATIONS>;
export type ContentFilter = ValueOf<typeof EXPLICIT_CONTENT_FILTERS>;
export type MfaLevel = ValueOf<typeof MFA_LEVELS>;
export type ExpireBehavior = ValueOf<typeof EXPIRE_BEHAVIORS>;

/** The fields of a guild except its roles, channels, members and emojis. */
export interface GuildSettings {
  readonly name: string;
  /** hash of the image; null: none */
  readonly icon: string | null;
  readonly splash: string | null;
  readonly ownerId: Snowflake;
  readonly region: string;
  readonly afkChannelId: Snowflake | null;
  /** seconds */
  readonly afkTimeout: number;
  readonly embedEnabled: boolean;
  readonly embedChannelId: Snowflake | null;
  readonly verificationLevel: VerificationLevel;
  readonly defaultMessageNotifications: MessageNotifications;
  readonly explicitContentFilter: ContentFilter;
  readonly features: readonly string[];
  readonly mfaLevel: MfaLevel;
  /** the application that created the guild, if any */
  readonly applicationId: Snowflake | null;
  readonly widgetEnabled: boolean;
  readonly widgetChannelId: Snowflake | null;
  readonly systemChannelId: Snowflake | null;
}

/** The public data of a user. */
export interface GuildUser {
  readonly id: Snowflake;
  readonly username: string;
  readonly discriminator: string;
  /** hash of the image; null: none */
  readonly avatar: string | null;
  /** absent: a person */
  readonly bot?: true;
}

/** A role; the @everyone role's id is the guild's id. */
export interface GuildRole {
  readonly id: Snowflake;
  readonly name: string;
  /** RGB; 0: none */
  readonly color: number;
  readonly hoist: boolean;
  readonly position: number;
  /** bits of `PERMISSIONS` */
  readonly permissions: number;
  readonly managed: boolean;
  readonly mentionable: boolean;
}

export interface GuildChannel {
  readonly id: Snowflake;
  /** the application that created the channel, if any */
  readonly applicationId: Snowflake | null;
  readonly type: ChannelType;
  readonly name: string;
  readonly topic: string | null;
  readonly position: number;
  readonly nsfw: boolean;
  /** null where it is not a voice channel */
  readonly bitrate: number | null;
  readonly userLimit: number | null;
  readonly parentId: Snowflake | null;
  readonly permissionOverwrites: readonly Overwrite[];
  readonly lastMessageId: Snowflake | null;
  /** when a message was last pinned, in milliseconds since the Unix epoch; null: never */
  readonly lastPinAt: number | null;
}

/** A member without their user, which all guilds share: this keeps guilds with 100,000 members small. */
export interface GuildMember {
  readonly userId: Snowflake;
  readonly nick: string | null;
  /** without @everyone */
  readonly roles: readonly Snowflake[];
  /** milliseconds since the Unix epoch */
  readonly joinedAt: number;
  readonly deaf: boolean;
  readonly mute: boolean;
}

/** An invite to a channel (docs/rest.md, Objects). */
export interface GuildInvite {
  readonly code: string;
  readonly channelId: Snowflake;
  readonly inviterId: Snowflake | null;
  readonly uses: number;
  /** 0: unlimited */
  readonly maxUses: number;
  /** seconds; 0: never expires */
  readonly maxAge: number;
  readonly temporary: boolean;
  /** whether it is the guild's vanity url, which is not listed as an invite */
  readonly vanity: boolean;
  /** milliseconds since the Unix epoch */
  readonly createdAt: number;
}

/** An integration (docs/rest.md, Objects). */
export interface GuildIntegration {
  readonly id: Snowflake;
  readonly name: string;
  readonly type: string;
  readonly enabled: boolean;
  readonly syncing: boolean;
  readonly roleId: Snowflake;
  readonly expireBehavior: ExpireBehavior;
  /** seconds */
  readonly expireGracePeriod: number;
  readonly enableEmoticons: boolean;
  readonly userId: Snowflake;
  readonly accountId: string;
  readonly accountName: string;
  /** milliseconds since the Unix epoch */
  readonly syncedAt: number;
}

/** A custom emoji. */
export interface GuildEmoji {
  readonly id: Snowflake;
  readonly name: string;
  /** roles that may use it; empty: everybody */
  readonly roles: readonly Snowflake[];
  /** its creator */
  readonly userId: Snowflake;
  readonly animated: boolean;
}

/** A subscriber of an integration, who gets its role; need not be a member. */
export interface GuildSubscriber {
  readonly userId: Snowflake;
  /** end of the subscription, in milliseconds since the Unix epoch; null: none */
  readonly expiresAt: number | null;
}

/** An image of a guild, by its hash; `data` is the file as base64. */
export interface GuildImage {
  readonly hash: string;
  readonly data: string;
}

/** An image as a request gives it: a new one, or the hash of the one that stays, as clients send it back. */
export type ImageInput = GuildImage | { readonly hash: string; readonly data: null };

/** A user in a voice channel, without the flags that moderators set, which are the member's. Not stored. */
export interface GuildVoiceState {
  readonly userId: Snowflake;
  readonly channelId: Snowflake;
  readonly sessionId: string;
  readonly selfMute: boolean;
  readonly selfDeaf: boolean;
  /** time of the last activity in voice, in milliseconds since the Unix epoch */
  readonly activeAt: number;
  /** whether somebody moved them into this channel, which they could not view: they may listen to it */
  readonly hasDelegatedAccess: boolean;
}

/** A banned user. */
export interface GuildBan {
  readonly userId: Snowflake;
  readonly reason: string | null;
}

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
