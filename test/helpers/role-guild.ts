import { PERMISSIONS } from '#guildhall/protocol/permissions.js';
import type { MockChatClient } from '../mocks/mock-client.js';
import { guild, textChannel } from './objects.js';

const PLAIN_ROLE = { hoist: false, managed: false, mentionable: false, permissions: 0, color: 0 };
const PLAIN_MEMBER = { joined_at: '2018-01-01T00:00:00.000000+00:00', deaf: false, mute: false, flags: 0 };

function role(id: string, name: string, position: number, color = 0) {
  const colors = { primary_color: color, secondary_color: null, tertiary_color: null };
  return { ...PLAIN_ROLE, id, name, position, color, colors };
}

/**
 * Adds guild 300 with categories, roles and members: the person (1), bob (2), who is online, and carol (3). Its channel
 * 312 is `general`.
 */
export function addRoleGuild(client: MockChatClient, name = 'Guild 300'): void {
  const user = (id: string, username: string) => ({ id, username, discriminator: '0001', avatar: null });
  const everyone = { ...role('300', '@everyone', 0), permissions: PERMISSIONS.VIEW_CHANNEL };
  client.addGuild({
    ...guild('300', { name, member_count: 3 }),
    roles: [everyone, role('302', 'Players', 1), role('301', 'Admins', 2, 0xe7_4c_3c)],
    channels: [
      textChannel('313', { type: 4, name: 'Voice', position: 1 }),
      textChannel('314', { type: 2, name: 'Lounge', position: 0, parent_id: '313' }),
      textChannel('311', { type: 4, name: 'Text', position: 0 }),
      textChannel('312', { name: 'general', position: 3, parent_id: '311', topic: 'Everything' }),
      textChannel('310', { name: 'rules', position: 5 }),
    ],
    members: [
      { ...PLAIN_MEMBER, user: user('1', 'ada'), roles: [] },
      { ...PLAIN_MEMBER, user: user('2', 'bob'), nick: 'bob the builder', roles: ['302', '301'] },
      { ...PLAIN_MEMBER, user: user('3', 'carol'), roles: ['302'] },
    ],
    presences: [{ user: { id: '2' }, status: 'dnd', game: { name: 'Chess' }, activities: [], roles: [] }],
  });
}
