import type { AuditLogAction, AuditLogChange, AuditLogOptions } from '../../../protocol/objects/audit-log.js';
import type { ChannelType, Overwrite } from '../../../protocol/objects/channel.js';
import type { Guild } from '../../../protocol/objects/guild.js';
import type { Integration } from '../../../protocol/objects/integration.js';
import type { Snowflake } from '../../../protocol/snowflake.js';

/** Guilds, channels of every kind, and what belongs to them as rows: ids as decimal text, lists as lists, times in milliseconds. */

export interface AuditLogRow {
  id: Snowflake;
  guild_id: Snowflake;
  user_id: Snowflake;
  action_type: AuditLogAction;
  target_id: Snowflake | null;
  changes: AuditLogChange[];
  options: AuditLogOptions | null;
  reason: string | null;
}

export interface GuildRow {
  id: Snowflake;
  version: number;
  name: string;
  icon: string | null;
  splash: string | null;
  owner_id: Snowflake;
  region: string;
  afk_channel_id: Snowflake | null;
  afk_timeout: number;
  embed_enabled: boolean;
  embed_channel_id: Snowflake | null;
  verification_level: Guild['verification_level'];
  default_message_notifications: Guild['default_message_notifications'];
  explicit_content_filter: Guild['explicit_content_filter'];
  features: readonly string[];
  mfa_level: Guild['mfa_level'];
  application_id: Snowflake | null;
  widget_enabled: boolean;
  widget_channel_id: Snowflake | null;
  system_channel_id: Snowflake | null;
}

/** An image of a guild or user; `data` is the file as base64. */
export interface ImageRow {
  kind: 'icons' | 'splashes' | 'avatars';
  owner_id: Snowflake;
  hash: string;
  data: string;
}

export interface InviteRow {
  code: string;
  guild_id: Snowflake;
  channel_id: Snowflake;
  inviter_id: Snowflake | null;
  uses: number;
  max_uses: number;
  max_age: number;
  temporary: boolean;
  vanity: boolean;
  created_at: number;
}

/** A member who joined by a temporary invite. */
export interface TemporaryMemberRow {
  guild_id: Snowflake;
  user_id: Snowflake;
}

export interface IntegrationRow {
  guild_id: Snowflake;
  id: Snowflake;
  name: string;
  type: string;
  enabled: boolean;
  syncing: boolean;
  role_id: Snowflake;
  expire_behavior: Integration['expire_behavior'];
  expire_grace_period: number;
  enable_emoticons: boolean;
  user_id: Snowflake;
  account_id: string;
  account_name: string;
  synced_at: number;
}

/** A subscriber of an integration of a guild. */
export interface IntegrationSubscriberRow {
  guild_id: Snowflake;
  integration_id: Snowflake;
  user_id: Snowflake;
  /** milliseconds since the Unix epoch; null if it does not expire */
  expires_at: number | null;
}

export interface RoleRow {
  id: Snowflake;
  guild_id: Snowflake;
  name: string;
  color: number;
  hoist: boolean;
  position: number;
  permissions: number;
  managed: boolean;
  mentionable: boolean;
}

export interface ChannelRow {
  id: Snowflake;
  /** null for a private channel, whose other columns are in `PrivateChannelRow` */
  guild_id: Snowflake | null;
  /** the application that created the channel, if one did */
  application_id: Snowflake | null;
  type: ChannelType;
  name: string;
  topic: string | null;
  position: number;
  nsfw: boolean;
  bitrate: number | null;
  user_limit: number | null;
  parent_id: Snowflake | null;
  permission_overwrites: readonly Overwrite[];
  /** when a message was last pinned; null if none ever was */
  last_pin_at: number | null;
}

/** The columns that only private channels have. */
export interface PrivateChannelRow {
  id: Snowflake;
  owner_id: Snowflake | null;
  /** hash of a group's image */
  icon: string | null;
  /** the two users of a DM; null for a group */
  dm_key: string | null;
}

/** A recipient of a private channel. */
export interface RecipientRow {
  channel_id: Snowflake;
  user_id: Snowflake;
  nick: string | null;
  /** whether the channel is in the user's list */
  is_open: boolean;
}

export interface MemberRow {
  guild_id: Snowflake;
  user_id: Snowflake;
  nick: string | null;
  roles: readonly Snowflake[];
  joined_at: number;
  deaf: boolean;
  mute: boolean;
}

export interface BanRow {
  guild_id: Snowflake;
  user_id: Snowflake;
  reason: string | null;
}

export interface EmojiRow {
  id: Snowflake;
  guild_id: Snowflake;
  name: string;
  /** the roles that may use it; everybody if empty */
  roles: readonly Snowflake[];
  /** the user who created it */
  user_id: Snowflake;
  animated: boolean;
}

/** The image of an emoji; `data` is the file as base64. */
export interface EmojiImageRow {
  emoji_id: Snowflake;
  data: string;
}
