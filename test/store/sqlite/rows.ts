import type { RowOf } from '#guildhall/store/sql/tables.js';
import { SETTINGS } from '../../guilds/worlds.js';

/** Rows with every field filled in. */

export function userRow(id: string, more: Partial<RowOf<'users'>> = {}): RowOf<'users'> {
  return {
    id,
    username: `user ${id}`,
    discriminator: '0001',
    avatar: null,
    bot: false,
    mfaEnabled: false,
    verified: true,
    email: null,
    phone: null,
    ...more,
  };
}

export function guildRow(id: string, ownerId: string, more: Partial<RowOf<'guilds'>> = {}): RowOf<'guilds'> {
  return { ...SETTINGS, id, version: 1, ownerId, features: ['VIP_REGIONS'], ...more };
}

export function channelRow(id: string, guildId: string): RowOf<'channels'> {
  return {
    id,
    guildId,
    applicationId: null,
    type: 0,
    name: 'talk',
    topic: null,
    position: 0,
    nsfw: false,
    bitrate: null,
    userLimit: null,
    parentId: null,
    permissionOverwrites: [{ id: guildId, type: 'role', allow: 0, deny: 2048 }],
    lastPinAt: null,
  };
}

export function memberRow(
  guildId: string,
  userId: string,
  more: Partial<RowOf<'members'>> = {},
): RowOf<'members'> {
  return { guildId, userId, nick: null, roles: [], joinedAt: 1000, deaf: false, mute: false, ...more };
}

export function messageRow(id: string, channelId: string, authorId: string): RowOf<'messages'> {
  return {
    id,
    channelId,
    authorId,
    content: 'hello',
    editedAt: null,
    tts: false,
    mentionsEveryone: false,
    mentions: [],
    mentionRoles: [],
    pinned: false,
    type: 0,
    embeds: [],
  };
}
