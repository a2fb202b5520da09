import type { AuditChange, AuditEntry, AuditOptions } from '../../../guilds/audit-log/entry.js';
import type { GuildSnapshot, PresenceSnapshot, VoiceSnapshot } from '../../../guilds/events.js';
import type { Message, MessageFile, ReactionCount } from '../../../guilds/message.js';
import { guildPermissions } from '../../../guilds/permissions.js';
import { recipientOf, type ViewedPrivateChannel } from '../../../guilds/private-channels/private-channel.js';
import { DEFAULT_BITRATE } from '../../../guilds/rules/channels.js';
import type { GuildEmbed } from '../../../guilds/rules/guilds.js';
import {
  type GuildBan,
  type GuildChannel,
  type GuildEmoji,
  type GuildIntegration,
  type GuildInvite,
  type GuildMember,
  type GuildRole,
  type GuildState,
  type GuildUser,
  userOf,
} from '../../../guilds/state.js';
import { toSnakeCase } from '../../../platform/text/case.js';
import type { Application as ApplicationObject } from '../../../protocol/objects/application.js';
import type { Attachment } from '../../../protocol/objects/attachment.js';
import type { AuditLogChange, AuditLogEntry, AuditLogOptions } from '../../../protocol/objects/audit-log.js';
import { CHANNEL_TYPES, type Channel } from '../../../protocol/objects/channel.js';
import type { Embed } from '../../../protocol/objects/embed.js';
import type { Emoji } from '../../../protocol/objects/emoji.js';
import type { Guild, GuildEmbed as GuildEmbedObject, UserGuild } from '../../../protocol/objects/guild.js';
import type { Integration } from '../../../protocol/objects/integration.js';
import type { FullInvite, Invite } from '../../../protocol/objects/invite.js';
import type { Ban, Member } from '../../../protocol/objects/member.js';
import type { Message as MessageObject } from '../../../protocol/objects/message.js';
import type { Presence } from '../../../protocol/objects/presence.js';
import type { Role } from '../../../protocol/objects/role.js';
import type { PartialUser, User } from '../../../protocol/objects/user.js';
import type { VoiceState } from '../../../protocol/objects/voice.js';
import { type Snowflake, snowflakeTime } from '../../../protocol/snowflake.js';
import { timestamp } from '../../../protocol/timestamp.js';
import type { Account, Application } from '../../../store/accounts.js';
import type { Views } from '../views.js';

/**
 * Converts domain objects to the objects of version 6 (docs/rest.md, Objects). Every field is listed, so that a new
 * field of the domain is not sent to clients by accident. A later version extends this class and overrides what
 * differs.
 */
export class V6Views implements Views {
  user(user: GuildUser | Account): PartialUser {
    const { id, username, discriminator, avatar } = user;
    return user.bot
      ? { id, username, discriminator, avatar, bot: true }
      : { id, username, discriminator, avatar };
  }

  /** A user's own account. @param withEmail whether the caller may see the email address */
  currentUser(account: Account, withEmail: boolean): User {
    return {
      ...this.user(account),
      mfa_enabled: account.mfaEnabled,
      ...(withEmail && { verified: account.verified, email: account.email }),
    };
  }

  /** The public fields of an application. */
  publicApplication({ id, name, description, icon, rpcOrigins }: Application): ApplicationObject {
    return { description, icon, id, rpc_origins: [...rpcOrigins], name };
  }

  /** A guild without its channels and members. */
  guild({ id, settings, roles, emojis }: GuildSnapshot): Guild {
    return {
      id,
      name: settings.name,
      icon: settings.icon,
      splash: settings.splash,
      owner_id: settings.ownerId,
      region: settings.region,
      afk_channel_id: settings.afkChannelId,
      afk_timeout: settings.afkTimeout,
      embed_enabled: settings.embedEnabled,
      ...(settings.embedChannelId !== null && { embed_channel_id: settings.embedChannelId }),
      verification_level: settings.verificationLevel,
      default_message_notifications: settings.defaultMessageNotifications,
      explicit_content_filter: settings.explicitContentFilter,
      mfa_level: settings.mfaLevel,
      application_id: settings.applicationId,
      widget_enabled: settings.widgetEnabled,
      ...(settings.widgetChannelId !== null && { widget_channel_id: settings.widgetChannelId }),
      system_channel_id: settings.systemChannelId,
      features: [...settings.features],
      roles: roles.map((role) => this.role(role)),
      emojis: emojis.map((emoji) => this.emoji(emoji)),
    };
  }

  /** A guild in the list of a member's guilds. */
  userGuild(guild: GuildState, member: GuildMember): UserGuild {
    return {
      id: guild.id,
      name: guild.settings.name,
      icon: guild.settings.icon,
      owner: guild.settings.ownerId === member.userId,
      permissions: guildPermissions(guild, member),
    };
  }

  guildEmbed({ enabled, channelId }: GuildEmbed): GuildEmbedObject {
    return { enabled, channel_id: channelId };
  }

  role({ id, name, color, hoist, position, permissions, managed, mentionable }: GuildRole): Role {
    const colors = { primary_color: color, secondary_color: null, tertiary_color: null };
    return { id, name, color, colors, hoist, position, permissions, managed, mentionable };
  }

  /** A custom emoji. @param creator included if the caller requested emojis */
  emoji({ id, name, roles, animated }: GuildEmoji, creator?: GuildUser): Emoji {
    return {
      id,
      name,
      roles: [...roles],
      require_colons: true,
      managed: false,
      animated,
      ...(creator !== undefined && { user: this.user(creator) }),
    };
  }

  /** A private channel as one of its users sees it. */
  privateChannel(viewed: ViewedPrivateChannel): Channel {
    return privateChannelObject(viewed, this);
  }

  channel(guildId: Snowflake, channel: GuildChannel): Channel {
    return channelObject(guildId, channel);
  }

  member(member: GuildMember, user: GuildUser): Member {
    return {
      user: this.user(user),
      roles: [...member.roles],
      joined_at: timestamp(member.joinedAt),
      deaf: member.deaf,
      mute: member.mute,
      flags: 0,
      ...(member.nick !== null && { nick: member.nick }),
    };
  }

  /** A current member of the guild. */
  guildMember(guild: GuildState, member: GuildMember): Member {
    return this.member(member, userOf(guild, member.userId));
  }

  ban({ reason }: GuildBan, user: GuildUser): Ban {
    return { reason, user: this.user(user) };
  }

  /** The public fields of an invite. */
  invite(guild: GuildState, invite: GuildInvite): Invite {
    const { name, splash, icon } = guild.settings;
    const channel = guild.channels.get(invite.channelId);
    return {
      code: invite.code,
      guild: { id: guild.id, name, splash, icon },
      channel: { id: invite.channelId, name: channel?.name ?? '', type: channel?.type ?? 0 },
    };
  }

  /** An invite with its metadata, for users who manage the guild or created the invite. */
  inviteWithMetadata(guild: GuildState, invite: GuildInvite): FullInvite {
    const inviter = invite.inviterId === null ? undefined : guild.users.get(invite.inviterId);
    return {
      ...this.invite(guild, invite),
      ...(inviter !== undefined && { inviter: this.user(inviter) }),
      uses: invite.uses,
      max_uses: invite.maxUses,
      max_age: invite.maxAge,
      temporary: invite.temporary,
      created_at: timestamp(invite.createdAt),
      revoked: false,
    };
  }

  integration(guild: GuildState, integration: GuildIntegration): Integration {
    return integrationObject(integration, this.user(userOf(guild, integration.userId)));
  }

  /** A message; `guildId` is null if its channel is private. @param reactions only when it is read, not in events */
  message(
    message: Message,
    guildId: Snowflake | null,
    reactions: readonly ReactionCount[] = [],
  ): MessageObject {
    return messageObject(message, guildId, reactions, this);
  }

  auditLogEntry(entry: AuditEntry): AuditLogEntry {
    return auditLogEntryObject(entry);
  }

  /** A presence; without the guild's id inside GUILD_CREATE and GUILD_MEMBERS_CHUNK. */
  presence({ userId, roles, status, game }: PresenceSnapshot, guildId?: Snowflake): Presence {
    return {
      user: { id: userId },
      roles: [...roles],
      ...(guildId !== undefined && { guild_id: guildId }),
      status,
      game,
      activities: game === null ? [] : [game],
    };
  }

  /** A voice state, without the guild's id. */
  voiceState(voice: VoiceSnapshot): VoiceState {
    return {
      channel_id: voice.channelId,
      user_id: voice.userId,
      session_id: voice.sessionId,
      deaf: voice.deaf,
      mute: voice.mute,
      self_deaf: voice.selfDeaf,
      self_mute: voice.selfMute,
      suppress: voice.isSuppressed,
    };
  }
}

/** Fields whose names in the audit log differ from those in the objects: for images, the log has the hash. */
const KEYS: Readonly<Record<string, string>> = { icon: 'icon_hash', splash: 'splash_hash' };

/** An entry of the audit log (docs/rest.md, Objects). */
function auditLogEntryObject(entry: AuditEntry): AuditLogEntry {
  const { id, userId, action, targetId, changes, options, reason } = entry;
  return {
    id,
    user_id: userId,
    action_type: action,
    target_id: targetId,
    ...(changes.length > 0 && { changes: changes.map(changeObject) }),
    ...(options !== null && { options: optionsObject(options) }),
    ...(reason !== null && { reason }),
  };
}

function changeObject({ field, before, after }: AuditChange): AuditLogChange {
  return {
    key: KEYS[field] ?? toSnakeCase(field),
    ...(before !== undefined && { old_value: before }),
    ...(after !== undefined && { new_value: after }),
  };
}

function optionsObject(options: AuditOptions): AuditLogOptions {
  const { deleteMemberDays, membersRemoved, channelId, count, id, type, roleName } = options;
  return {
    ...(deleteMemberDays !== undefined && { delete_member_days: deleteMemberDays }),
    ...(membersRemoved !== undefined && { members_removed: membersRemoved }),
    ...(channelId !== undefined && { channel_id: channelId }),
    ...(count !== undefined && { count }),
    ...(id !== undefined && { id }),
    ...(type !== undefined && { type }),
    ...(roleName !== undefined && { role_name: roleName }),
  };
}

/** A channel of a guild; voice channels have voice fields, text channels have text fields (docs/rest.md, Objects). */
function channelObject(guildId: Snowflake, channel: GuildChannel): Channel {
  const common = {
    id: channel.id,
    type: channel.type,
    guild_id: guildId,
    name: channel.name,
    position: channel.position,
    permission_overwrites: channel.permissionOverwrites.map(({ id, type, allow, deny }) => ({
      id,
      type,
      allow,
      deny,
    })),
    parent_id: channel.parentId,
    nsfw: channel.nsfw,
  };
  switch (channel.type) {
    case CHANNEL_TYPES.GUILD_VOICE:
      return { ...common, bitrate: channel.bitrate ?? DEFAULT_BITRATE, user_limit: channel.userLimit ?? 0 };
    case CHANNEL_TYPES.GUILD_TEXT:
      return {
        ...common,
        topic: channel.topic,
        last_message_id: channel.lastMessageId,
        ...(channel.lastPinAt !== null && { last_pin_timestamp: timestamp(channel.lastPinAt) }),
      };
    default:
      return common;
  }
}

/** The platform whose emoticons may be used in a guild (docs/rest.md, Modify guild integration). */
const WITH_EMOTICONS = 'twitch';

/** An integration of a guild (docs/rest.md, Objects). @param user the user who added it */
function integrationObject(integration: GuildIntegration, user: PartialUser): Integration {
  return {
    id: integration.id,
    name: integration.name,
    type: integration.type,
    enabled: integration.enabled,
    syncing: integration.syncing,
    role_id: integration.roleId,
    expire_behavior: integration.expireBehavior,
    expire_grace_period: integration.expireGracePeriod,
    ...(integration.type === WITH_EMOTICONS && { enable_emoticons: integration.enableEmoticons }),
    user,
    account: { id: integration.accountId, name: integration.accountName },
    synced_at: timestamp(integration.syncedAt),
  };
}

/**
 * A message (docs/rest.md, channels).
 *
 * @param guildId null if the channel is private
 * @param reactions only when a message is read: in events, they would differ for each recipient
 */
function messageObject(
  message: Message,
  guildId: Snowflake | null,
  reactions: readonly ReactionCount[],
  views: UserView,
): MessageObject {
  return {
    id: message.id,
    channel_id: message.channelId,
    ...(guildId !== null && { guild_id: guildId }),
    author: views.user(message.author),
    content: message.content,
    timestamp: timestamp(snowflakeTime(message.id)),
    edited_timestamp: message.editedAt === null ? null : timestamp(message.editedAt),
    tts: message.tts,
    mention_everyone: message.mentionsEveryone,
    mentions: message.mentions.map((user) => views.user(user)),
    mention_roles: [...message.mentionRoles],
    attachments: message.attachments.map(attachmentObject),
    embeds: resolveAttachmentLinks(message.embeds, message.attachments),
    pinned: message.pinned,
    type: message.type,
    ...(message.nonce !== undefined && { nonce: message.nonce }),
    ...(reactions.length > 0 && {
      reactions: reactions.map(({ count, me, emoji }) => ({ count, me, emoji })),
    }),
  };
}

function attachmentObject({ id, filename, size, url, width, height }: MessageFile): Attachment {
  return { id, filename, size, url, proxy_url: url, width, height };
}

/** The prefix with which embeds refer to a file of their message. */
const LINK = 'attachment://';

/**
 * Replaces `attachment://FILENAME` in the images of embeds by the URL of that file; unknown file names are left
 * unchanged.
 */
function resolveAttachmentLinks(embeds: readonly Embed[], files: readonly MessageFile[]): Embed[] {
  if (files.length === 0) return [...embeds];
  // If files have the same name, the first one is used.
  const urls = new Map(files.toReversed().map(({ filename, url }) => [LINK + filename, url]));
  const resolved = (url: string) => urls.get(url) ?? url;
  return embeds.map((embed) => {
    const { image, thumbnail, footer, author } = embed;
    return {
      ...embed,
      ...(image && { image: { url: resolved(image.url) } }),
      ...(thumbnail && { thumbnail: { url: resolved(thumbnail.url) } }),
      ...(footer?.icon_url && { footer: { ...footer, icon_url: resolved(footer.icon_url) } }),
      ...(author?.icon_url && { author: { ...author, icon_url: resolved(author.icon_url) } }),
    };
  });
}

/** How a version writes users inside other objects. */
export interface UserView {
  /** The public fields of a user. */
  user(user: GuildUser): PartialUser;
}

/** A private channel field by field; `recipients` are the other users (docs/rest.md, Private channels). */
export function privateChannelObject(
  { channel, viewer, users }: ViewedPrivateChannel,
  views: UserView,
): Channel {
  const others = [...channel.recipients.keys()].filter((id) => id !== viewer);
  const view: Channel = {
    id: channel.id,
    type: channel.type,
    last_message_id: channel.lastMessageId,
    recipients: others.map((id) => views.user(recipientOf(id, users))),
    ...(channel.lastPinAt !== null && { last_pin_timestamp: timestamp(channel.lastPinAt) }),
  };
  if (channel.type === CHANNEL_TYPES.DM) return view;
  const nicks = [...channel.recipients.values()].flatMap(({ userId: id, nick }) =>
    nick === null ? [] : [{ id, nick }],
  );
  return {
    ...view,
    name: channel.name,
    icon: channel.icon,
    ...(channel.ownerId !== null && { owner_id: channel.ownerId }),
    ...(channel.applicationId !== null && { application_id: channel.applicationId }),
    ...(nicks.length > 0 && { nicks }),
  };
}
