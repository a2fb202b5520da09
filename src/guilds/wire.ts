import type { Channel } from '../protocol/objects/channel.js';
import { CHANNEL_TYPES } from '../protocol/objects/channel.js';
import type { Emoji } from '../protocol/objects/emoji.js';
import type { Guild, UserGuild } from '../protocol/objects/guild.js';
import type { Member } from '../protocol/objects/member.js';
import type { Role } from '../protocol/objects/role.js';
import type { PartialUser } from '../protocol/objects/user.js';
import type { VoiceState } from '../protocol/objects/voice-state.js';
import { PERMISSIONS } from '../protocol/permissions.js';
import type { Snowflake } from '../protocol/snowflake.js';
import { timestamp } from '../protocol/timestamp.js';
import { compareRoles } from './hierarchy.js';
import { channelPermissions, guildPermissions } from './permissions.js';
import type { GuildChannel, GuildMember, GuildRole, GuildState, GuildVoiceState } from './state.js';

/** A guild as the wire shows it to everybody (interface.md, Guild object). */
export function guildToWire(guild: GuildState): Guild {
  const { features, ...settings } = guild.settings;
  return {
    id: guild.id,
    ...settings,
    features: [...features],
    roles: rolesToWire(guild),
    emojis: emojisToWire(guild),
  };
}

/** The emojis of a guild as the wire shows them, without who created them. */
export function emojisToWire(guild: Pick<GuildState, 'emojis' | 'roles'>): Emoji[] {
  return [...guild.emojis.values()].map(({ id, name, roles, animated }) => ({
    id,
    name,
    roles: roles.filter((role) => guild.roles.has(role)),
    require_colons: true,
    managed: false,
    animated,
  }));
}

/** A role as the wire shows it. */
export function roleToWire(role: GuildRole): Role {
  const { id, name, color, hoist, position, permissions, managed, mentionable } = role;
  const colors = { primary_color: color, secondary_color: null, tertiary_color: null };
  return { id, name, color, colors, hoist, position, permissions, managed, mentionable };
}

/** The roles of a guild as the wire shows them, from the lowest to the highest. */
export function rolesToWire(guild: GuildState): Role[] {
  return [...guild.roles.values()].sort(compareRoles).map(roleToWire);
}

/** A channel as the wire shows it; voice fields on voice channels, text fields on text channels. */
export function channelToWire(guildId: Snowflake, channel: GuildChannel): Channel {
  const common = {
    id: channel.id,
    type: channel.type,
    guild_id: guildId,
    name: channel.name,
    position: channel.position,
    permission_overwrites: [...channel.permission_overwrites],
    parent_id: channel.parent_id,
    nsfw: channel.nsfw,
  };
  switch (channel.type) {
    case CHANNEL_TYPES.GUILD_VOICE:
      return { ...common, bitrate: channel.bitrate ?? 64_000, user_limit: channel.user_limit ?? 0 };
    case CHANNEL_TYPES.GUILD_TEXT:
      return {
        ...common,
        topic: channel.topic,
        last_message_id: channel.last_message_id,
        ...(channel.last_pin_at !== null && { last_pin_timestamp: lastPinOf(channel) }),
      };
    default:
      return common;
  }
}

/** When a message was last pinned in a channel; null: never. */
export function lastPinOf({ last_pin_at }: GuildChannel): string | null {
  return last_pin_at === null ? null : timestamp(last_pin_at);
}

/** A member as the wire shows it (interface.md, Other guild-related objects). */
export function memberToWire(guild: GuildState, member: GuildMember): Member {
  const wire: Member = {
    user: userOf(guild, member.userId),
    roles: [...member.roles],
    joined_at: timestamp(member.joinedAt),
    deaf: member.deaf,
    mute: member.mute,
    flags: 0,
  };
  if (member.nick !== null) wire.nick = member.nick;
  return wire;
}

/** A voice state as the wire shows it (rest-facts.md, Objects), without `guild_id`. */
export function voiceStateToWire(guild: GuildState, state: GuildVoiceState): VoiceState {
  const member = guild.members.get(state.userId);
  return {
    channel_id: state.channelId,
    user_id: state.userId,
    session_id: state.sessionId,
    deaf: member?.deaf ?? false,
    mute: member?.mute ?? false,
    self_deaf: state.selfDeaf,
    self_mute: state.selfMute,
    suppress: isSuppressed(guild, state),
  };
}

/** Whether somebody in voice may not speak where they are. */
export function isSuppressed(guild: GuildState, { userId, channelId }: GuildVoiceState): boolean {
  const member = guild.members.get(userId);
  const channel = guild.channels.get(channelId);
  return !(member && channel && channelPermissions(guild, member, channel) & PERMISSIONS.SPEAK);
}

/** An entry of GET /users/@me/guilds for one member (interface.md, RPC transport). */
export function userGuildToWire(guild: GuildState, member: GuildMember): UserGuild {
  return {
    id: guild.id,
    name: guild.settings.name,
    icon: guild.settings.icon,
    owner: guild.settings.owner_id === member.userId,
    permissions: guildPermissions(guild, member),
  };
}

/** The public face of a user that the guild knows. */
export function userOf(guild: GuildState, id: Snowflake): PartialUser {
  // A user is loaded with the guild; one that is missing must not take the whole list down.
  return guild.users.get(id) ?? { id, username: 'unknown user', discriminator: '0000', avatar: null };
}
