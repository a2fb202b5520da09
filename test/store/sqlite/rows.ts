import { guildRow as toGuildRow } from '#guildhall/store/sql/records/guild-rows.js';
import type { UserRow } from '#guildhall/store/sql/rows/accounts.js';
import type { ChannelRow, GuildRow, MemberRow } from '#guildhall/store/sql/rows/guilds.js';
import type { MessageRow } from '#guildhall/store/sql/rows/messages.js';
import { SETTINGS } from '../../guilds/worlds.js';

/** Rows with every field filled in. */

export function userRow(id: string, more: Partial<UserRow> = {}): UserRow {
  return {
    id,
    username: `user ${id}`,
    discriminator: '0001',
    avatar: null,
    bot: false,
    mfa_enabled: false,
    verified: true,
    email: null,
    phone: null,
    ...more,
  };
}

export function guildRow(id: string, owner_id: string, more: Partial<GuildRow> = {}): GuildRow {
  const settings = { ...SETTINGS, ownerId: owner_id, features: ['VIP_REGIONS'] };
  return { ...toGuildRow({ id, version: 1, settings }), ...more };
}

export function channelRow(id: string, guild_id: string): ChannelRow {
  return {
    id,
    guild_id,
    application_id: null,
    type: 0,
    name: 'talk',
    topic: null,
    position: 0,
    nsfw: false,
    bitrate: null,
    user_limit: null,
    parent_id: null,
    permission_overwrites: [{ id: guild_id, type: 'role', allow: 0, deny: 2048 }],
    last_pin_at: null,
  };
}

export function memberRow(guild_id: string, user_id: string, more: Partial<MemberRow> = {}): MemberRow {
  return { guild_id, user_id, nick: null, roles: [], joined_at: 1000, deaf: false, mute: false, ...more };
}

export function messageRow(id: string, channel_id: string, author_id: string): MessageRow {
  return {
    id,
    channel_id,
    author_id,
    content: 'hello',
    edited_at: null,
    tts: false,
    mention_everyone: false,
    mentions: [],
    mention_roles: [],
    pinned: false,
    type: 0,
    embeds: [],
  };
}
