import type {
  GuildChannel,
  GuildEmoji,
  GuildIntegration,
  GuildInvite,
  GuildMember,
  GuildRole,
  GuildSettings,
  GuildState,
} from '../../../guilds/state.js';
import type { Snowflake } from '../../../protocol/snowflake.js';
import type {
  ChannelRow,
  EmojiRow,
  GuildRow,
  IntegrationRow,
  InviteRow,
  MemberRow,
  RoleRow,
} from '../rows/guilds.js';

/**
 * Converts each part of a guild to and from a row. Every column is listed, so that the names of either side can change
 * independently.
 */

export function settingsFromRow(row: GuildRow): GuildSettings {
  return {
    name: row.name,
    icon: row.icon,
    splash: row.splash,
    ownerId: row.owner_id,
    region: row.region,
    afkChannelId: row.afk_channel_id,
    afkTimeout: row.afk_timeout,
    embedEnabled: row.embed_enabled,
    embedChannelId: row.embed_channel_id,
    verificationLevel: row.verification_level,
    defaultMessageNotifications: row.default_message_notifications,
    explicitContentFilter: row.explicit_content_filter,
    features: row.features,
    mfaLevel: row.mfa_level,
    applicationId: row.application_id,
    widgetEnabled: row.widget_enabled,
    widgetChannelId: row.widget_channel_id,
    systemChannelId: row.system_channel_id,
  };
}

export function guildRow({
  id,
  version,
  settings,
}: Pick<GuildState, 'id' | 'version' | 'settings'>): GuildRow {
  return {
    id,
    version,
    name: settings.name,
    icon: settings.icon,
    splash: settings.splash,
    owner_id: settings.ownerId,
    region: settings.region,
    afk_channel_id: settings.afkChannelId,
    afk_timeout: settings.afkTimeout,
    embed_enabled: settings.embedEnabled,
    embed_channel_id: settings.embedChannelId,
    verification_level: settings.verificationLevel,
    default_message_notifications: settings.defaultMessageNotifications,
    explicit_content_filter: settings.explicitContentFilter,
    features: settings.features,
    mfa_level: settings.mfaLevel,
    application_id: settings.applicationId,
    widget_enabled: settings.widgetEnabled,
    widget_channel_id: settings.widgetChannelId,
    system_channel_id: settings.systemChannelId,
  };
}

export function roleFromRow(row: RoleRow): GuildRole {
  const { id, name, color, hoist, position, permissions, managed, mentionable } = row;
  return { id, name, color, hoist, position, permissions, managed, mentionable };
}

export function roleRow(guildId: Snowflake, role: GuildRole): RoleRow {
  return {
    id: role.id,
    guild_id: guildId,
    name: role.name,
    color: role.color,
    hoist: role.hoist,
    position: role.position,
    permissions: role.permissions,
    managed: role.managed,
    mentionable: role.mentionable,
  };
}

/** @param lastMessageId the newest message of the channel, which is not in its row */
export function channelFromRow(row: ChannelRow, lastMessageId: Snowflake | null): GuildChannel {
  return {
    id: row.id,
    applicationId: row.application_id,
    type: row.type,
    name: row.name,
    topic: row.topic,
    position: row.position,
    nsfw: row.nsfw,
    bitrate: row.bitrate,
    userLimit: row.user_limit,
    parentId: row.parent_id,
    permissionOverwrites: row.permission_overwrites,
    lastMessageId,
    lastPinAt: row.last_pin_at,
  };
}

export function channelRow(guildId: Snowflake, channel: GuildChannel): ChannelRow {
  return {
    id: channel.id,
    guild_id: guildId,
    application_id: channel.applicationId,
    type: channel.type,
    name: channel.name,
    topic: channel.topic,
    position: channel.position,
    nsfw: channel.nsfw,
    bitrate: channel.bitrate,
    user_limit: channel.userLimit,
    parent_id: channel.parentId,
    permission_overwrites: channel.permissionOverwrites,
    last_pin_at: channel.lastPinAt,
  };
}

/** Guilds have up to 100,000 members, most of them without roles. */
const NO_ROLES: readonly Snowflake[] = Object.freeze([]);

export function memberFromRow(row: MemberRow): GuildMember {
  return {
    userId: row.user_id,
    nick: row.nick,
    roles: row.roles.length === 0 ? NO_ROLES : row.roles,
    joinedAt: row.joined_at,
    deaf: row.deaf,
    mute: row.mute,
  };
}

export function memberRow(guildId: Snowflake, member: GuildMember): MemberRow {
  return {
    guild_id: guildId,
    user_id: member.userId,
    nick: member.nick,
    roles: member.roles,
    joined_at: member.joinedAt,
    deaf: member.deaf,
    mute: member.mute,
  };
}

export function inviteFromRow(row: InviteRow): GuildInvite {
  return {
    code: row.code,
    channelId: row.channel_id,
    inviterId: row.inviter_id,
    uses: row.uses,
    maxUses: row.max_uses,
    maxAge: row.max_age,
    temporary: row.temporary,
    vanity: row.vanity,
    createdAt: row.created_at,
  };
}

export function inviteRow(guildId: Snowflake, invite: GuildInvite): InviteRow {
  return {
    code: invite.code,
    guild_id: guildId,
    channel_id: invite.channelId,
    inviter_id: invite.inviterId,
    uses: invite.uses,
    max_uses: invite.maxUses,
    max_age: invite.maxAge,
    temporary: invite.temporary,
    vanity: invite.vanity,
    created_at: invite.createdAt,
  };
}

export function integrationFromRow(row: IntegrationRow): GuildIntegration {
  return {
    id: row.id,
    name: row.name,
    type: row.type,
    enabled: row.enabled,
    syncing: row.syncing,
    roleId: row.role_id,
    expireBehavior: row.expire_behavior,
    expireGracePeriod: row.expire_grace_period,
    enableEmoticons: row.enable_emoticons,
    userId: row.user_id,
    accountId: row.account_id,
    accountName: row.account_name,
    syncedAt: row.synced_at,
  };
}

export function integrationRow(guildId: Snowflake, integration: GuildIntegration): IntegrationRow {
  return {
    guild_id: guildId,
    id: integration.id,
    name: integration.name,
    type: integration.type,
    enabled: integration.enabled,
    syncing: integration.syncing,
    role_id: integration.roleId,
    expire_behavior: integration.expireBehavior,
    expire_grace_period: integration.expireGracePeriod,
    enable_emoticons: integration.enableEmoticons,
    user_id: integration.userId,
    account_id: integration.accountId,
    account_name: integration.accountName,
    synced_at: integration.syncedAt,
  };
}

export function emojiFromRow({ id, name, roles, user_id, animated }: EmojiRow): GuildEmoji {
  return { id, name, roles, userId: user_id, animated };
}

export function emojiRow(guildId: Snowflake, emoji: GuildEmoji): EmojiRow {
  const { id, name, roles, userId, animated } = emoji;
  return { id, guild_id: guildId, name, roles, user_id: userId, animated };
}
