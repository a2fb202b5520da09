import type { AuditEntry } from '../../../guilds/audit-log/entry.js';
import type { GuildSnapshot, PresenceSnapshot, VoiceSnapshot } from '../../../guilds/events.js';
import type { Message, ReactionCount } from '../../../guilds/message.js';
import { guildPermissions } from '../../../guilds/permissions.js';
import type { ViewedPrivateChannel } from '../../../guilds/private-channels/private-channel.js';
import type { GuildEmbed } from '../../../guilds/rules/modify-embed.js';
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
import type { Application as ApplicationObject } from '../../../protocol/objects/application.js';
import type { AuditLogEntry } from '../../../protocol/objects/audit-log.js';
import type { Channel } from '../../../protocol/objects/channel.js';
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
import type { Snowflake } from '../../../protocol/snowflake.js';
import { timestamp } from '../../../protocol/timestamp.js';
import type { Account, Application } from '../../../store/accounts.js';
import type { Views } from '../views.js';
import { auditLogEntryObject } from './audit-log-view.js';
import { channelObject } from './channel-view.js';
import { integrationObject } from './integration-view.js';
import { messageObject } from './message-view.js';
import { privateChannelObject } from './private-channel-view.js';

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
