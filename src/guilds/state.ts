import type { AuditLogAction, AuditLogChange, AuditLogOptions } from '../protocol/objects/audit-log.js';
import type { ChannelType, Overwrite } from '../protocol/objects/channel.js';
import type { Guild } from '../protocol/objects/guild.js';
import type { Integration } from '../protocol/objects/integration.js';
import type { PartialUser } from '../protocol/objects/user.js';
import type { Snowflake } from '../protocol/snowflake.js';

/** What a guild is apart from its roles, channels and members; protocol fields keep their wire names everywhere. */
export type GuildSettings = Readonly<
  Required<Omit<Guild, 'id' | 'owner' | 'permissions' | 'roles' | 'emojis' | 'features'>> & {
    features: readonly string[];
  }
>;

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
  /** the application that made the channel, if one did */
  readonly application_id: Snowflake | null;
  readonly type: ChannelType;
  readonly name: string;
  readonly topic: string | null;
  readonly position: number;
  readonly nsfw: boolean;
  /** null where it is not a voice channel */
  readonly bitrate: number | null;
  readonly user_limit: number | null;
  readonly parent_id: Snowflake | null;
  readonly permission_overwrites: readonly Overwrite[];
  readonly last_message_id: Snowflake | null;
  /** when a message was last pinned, in milliseconds since the Unix epoch; null: never */
  readonly last_pin_at: number | null;
}

/** A member without the user, who is shared by all guilds: guilds of 100,000 members stay small. */
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

/** An invite to a channel (rest-facts.md, Objects: invite). */
export interface GuildInvite {
  readonly code: string;
  readonly channel_id: Snowflake;
  readonly inviter_id: Snowflake | null;
  readonly uses: number;
  /** 0: as many as there are */
  readonly max_uses: number;
  /** seconds; 0: for ever */
  readonly max_age: number;
  readonly temporary: boolean;
  /** the guild's vanity url, which is no invite among the others */
  readonly vanity: boolean;
  /** milliseconds since the Unix epoch */
  readonly created_at: number;
}

/** An integration (interface.md, Other guild-related objects). */
export interface GuildIntegration {
  readonly id: Snowflake;
  readonly name: string;
  readonly type: string;
  readonly enabled: boolean;
  readonly syncing: boolean;
  readonly role_id: Snowflake;
  readonly expire_behavior: Integration['expire_behavior'];
  /** seconds */
  readonly expire_grace_period: number;
  readonly enable_emoticons: boolean;
  readonly user_id: Snowflake;
  readonly account_id: string;
  readonly account_name: string;
  /** milliseconds since the Unix epoch */
  readonly synced_at: number;
}

/** A custom emoji. */
export interface GuildEmoji {
  readonly id: Snowflake;
  readonly name: string;
  /** who may use it; empty: everybody */
  readonly roles: readonly Snowflake[];
  /** who created it */
  readonly userId: Snowflake;
  readonly animated: boolean;
}

/** A user for whom an integration gives its role; a member or not. */
export interface GuildSubscriber {
  readonly userId: Snowflake;
  /** when the subscription ends, in milliseconds since the Unix epoch; null: not */
  readonly expiresAt: number | null;
}

/** An image of a guild, by its hash; `data` is the file as base64. */
export interface GuildImage {
  readonly hash: string;
  readonly data: string;
}

/** Somebody in a voice channel; whether a moderator muted or deafened them is the member's. Not kept. */
export interface GuildVoiceState {
  readonly userId: Snowflake;
  readonly channelId: Snowflake;
  readonly sessionId: string;
  readonly selfMute: boolean;
  readonly selfDeaf: boolean;
  /** when they last did something in voice, in milliseconds since the Unix epoch */
  readonly activeAt: number;
}

/** What the audit log tells of one thing that was done. */
export interface GuildAuditEntry {
  readonly id: Snowflake;
  readonly userId: Snowflake;
  readonly action: AuditLogAction;
  readonly targetId: Snowflake | null;
  readonly changes: readonly AuditLogChange[];
  readonly options: AuditLogOptions | null;
  readonly reason: string | null;
}

/** A user who may not be in the guild. */
export interface GuildBan {
  readonly userId: Snowflake;
  readonly reason: string | null;
}

/** Where the public face of a user is found by id. */
export interface UserLookup {
  get(id: Snowflake): PartialUser | undefined;
}

/**
 * A guild in memory. The values in it never change in place; `applyChanges` alone replaces them and raises the version,
 * so whoever holds a role, channel or member holds a consistent one.
 */
export interface GuildState {
  readonly id: Snowflake;
  /** raised by every change of what is kept in memory */
  version: number;
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
  /** by integration, then by user; no entry where an integration has none */
  readonly subscribers: Map<Snowflake, Map<Snowflake, GuildSubscriber>>;
  /** who came by a temporary invite */
  readonly temporaryMembers: Set<Snowflake>;
  readonly emojis: Map<Snowflake, GuildEmoji>;
  readonly users: UserLookup;
}

/** Who acts on a guild. */
export interface Actor {
  readonly userId: Snowflake;
  /** two-factor authentication of the user; of a bot: its owner's */
  readonly mfaEnabled: boolean;
  /** the application in whose name this happens (a bot's, or an OAuth2 token's); null for a person */
  readonly applicationId: Snowflake | null;
}

/** What is known of the account of whoever acts. */
export interface Account {
  readonly bot: boolean;
  /** whether the email address is verified */
  readonly verified: boolean;
  /** a verified phone number; null: none */
  readonly phone: string | null;
}

/** Time and ids for the rules, which are otherwise pure. */
export interface Tools {
  /** milliseconds since the Unix epoch */
  readonly now: number;
  nextId(): Snowflake;
}
