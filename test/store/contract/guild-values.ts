import type { GuildChange } from '#guildhall/guilds/changes.js';
import type { GuildState } from '#guildhall/guilds/state.js';
import { channel, integration, role } from '../../guilds/worlds.js';

export const INVITE = {
  code: 'abc',
  channelId: '110',
  inviterId: '1',
  uses: 1,
  maxUses: 5,
  maxAge: 3600,
  temporary: true,
  vanity: false,
  createdAt: 2000,
};
export const EMOJI = { id: '130', name: 'smile', roles: ['120'], userId: '1', animated: true };
export const CHANNEL = channel('110', {
  applicationId: '50',
  type: 2,
  name: 'Voice ✨',
  topic: 'Talk',
  position: 3,
  nsfw: true,
  bitrate: 64_000,
  userLimit: 7,
  parentId: '111',
  permissionOverwrites: [{ id: '100', type: 'role', allow: 1024, deny: 2048 }],
  lastPinAt: 5000,
});
export const ROLE = role('120', {
  color: 0xff00ff,
  hoist: true,
  position: 2,
  permissions: 8,
  managed: true,
  mentionable: true,
});
export const MEMBER = { userId: '2', nick: 'Eve', roles: ['120'], joinedAt: 1234, deaf: true, mute: true };

/** Changes of a guild with another value in each of its fields, and changes that take them back. */
export const CHANGES: readonly (readonly [string, (guild: GuildState) => readonly GuildChange[]])[] = [
  ['settings', (guild) => [{ kind: 'settings', settings: otherSettings(guild) }]],
  ['a role', () => [{ kind: 'role', role: ROLE }]],
  ['a channel', () => [{ kind: 'channel', channel: CHANNEL }]],
  ['a member', () => [{ kind: 'member', member: MEMBER }]],
  ['another nick', () => [{ kind: 'member', member: { ...MEMBER, nick: null, roles: [] } }]],
  ['a temporary member', () => [{ kind: 'temporary-member', userId: '2' }]],
  ['an invite', () => [{ kind: 'invite', invite: INVITE }]],
  ['an invite of nobody', () => [{ kind: 'invite', invite: { ...INVITE, inviterId: null, uses: 2 } }]],
  ['an integration', () => [{ kind: 'integration', integration: integration('7', { syncing: true }) }]],
  ['a subscriber', () => [subscriber(9000)]],
  ['a subscriber without end', () => [subscriber(null)]],
  ['an emoji', () => [{ kind: 'emoji', emoji: EMOJI }]],
  ['a ban', () => [{ kind: 'ban', ban: { userId: '3', reason: 'spam' } }]],
  ['a ban without reason', () => [{ kind: 'ban', ban: { userId: '3', reason: null } }]],
  ['an unban', () => [{ kind: 'ban-removed', userId: '3' }]],
  ['the removal of an emoji', () => [{ kind: 'emoji-removed', id: '130' }]],
  ['the end of a subscription', () => [{ kind: 'subscriber-removed', integrationId: '7', userId: '3' }]],
  ['another subscriber', () => [subscriber(9000)]],
  ['the removal of an integration', () => [{ kind: 'integration-removed', id: '7' }]],
  ['the removal of an invite', () => [{ kind: 'invite-removed', code: 'abc' }]],
  ['the removal of a member', () => [{ kind: 'member-removed', userId: '2' }]],
  ['the removal of a channel', () => [{ kind: 'channel-removed', id: '110' }]],
  ['the removal of a role', () => [{ kind: 'role-removed', id: '120' }]],
];

function subscriber(expiresAt: number | null): GuildChange {
  return { kind: 'subscriber', integrationId: '7', subscriber: { userId: '3', expiresAt } };
}

function otherSettings({ settings }: GuildState): GuildState['settings'] {
  return {
    ...settings,
    name: 'Other ✨',
    icon: 'aa',
    splash: 'bb',
    ownerId: '2',
    region: 'eu-west',
    afkChannelId: '110',
    afkTimeout: 60,
    embedEnabled: true,
    embedChannelId: '110',
    verificationLevel: 3,
    defaultMessageNotifications: 1,
    explicitContentFilter: 2,
    features: ['VIP_REGIONS', 'INVITE_SPLASH'],
    mfaLevel: 1,
    widgetEnabled: true,
    widgetChannelId: '110',
    systemChannelId: '110',
  };
}
