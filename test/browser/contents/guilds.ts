import type { Member } from '#guildhall/protocol/objects/member.js';
import type { User } from '#guildhall/protocol/objects/user.js';
import { PERMISSIONS } from '#guildhall/protocol/permissions.js';
import { guild, message, textChannel } from '../../helpers/objects.js';
import type { MockChatClient } from '../../mocks/mock-client.js';
import { ago } from './moments.js';
import { PEOPLE, toId } from './people.js';

export const BOARD_GAMES = toId(300);
export const GENERAL = toId(312);
export const LOUNGE = toId(314);

const { ada, ben, chloe, dan, referee } = PEOPLE;
const { CONNECT, SEND_MESSAGES, VIEW_CHANNEL } = PERMISSIONS;
const PLAYERS = toId(301);
const HOSTS = toId(302);

/** Adds two guilds with what is written and said in them. */
export function addGuilds(client: MockChatClient): void {
  client.addGuild(boardGames());
  client.addGuild({
    ...guild(toId(400), { name: 'Saturday hikes', owner_id: dan.id, member_count: 2 }),
    roles: [role(toId(400), '@everyone', 0)],
    channels: [textChannel(toId(401), { name: 'routes' }), voice(401 + 1, 'On the way', 1)],
    members: [member(ada), member(dan)],
  });
  client.messagesOf.set(GENERAL, [
    say(1001, chloe, 62, 'Who is in for a game tonight?'),
    say(1002, ben, 58, 'I am.\nDan brings the clock, and I have the long table.', { edited: true }),
    say(1003, ada, 41, 'Me too. Chess first?'),
    {
      ...say(1006, dan, 40, '**Tonight:** chess, then ||a surprise||\n> bring a clock\n`19:00` at Table 3'),
      attachments: [attachment(1007, 'house-rules.pdf', 48_200)],
    },
    say(1004, referee, 40, 'Table 3 is free from 19:00 to 22:00.', { pinned: true }),
    say(1005, dan, 12, 'See you at seven.'),
  ]);
  client.messagesOf.set(toId(310), [say(1000, ben, 4_000, 'Be kind. Put the pieces back.')]);
  for (const [user, flags] of [
    [ada, {}] as const,
    [ben, {}] as const,
    [chloe, { self_mute: true }] as const,
  ]) {
    client.dispatch('VOICE_STATE_UPDATE', {
      ...{ guild_id: BOARD_GAMES, channel_id: LOUNGE, user_id: user.id, session_id: user.id },
      ...{ deaf: false, mute: false, self_deaf: false, self_mute: false, suppress: false, ...flags },
    });
  }
}

function boardGames() {
  const everyone = role(BOARD_GAMES, '@everyone', 0);
  return {
    ...guild(BOARD_GAMES, { name: 'Board games', owner_id: ben.id, member_count: 5 }),
    roles: [everyone, role(PLAYERS, 'Players', 1, 0x2e_cc_71), role(HOSTS, 'Hosts', 2, 0xe7_4c_3c)],
    channels: [
      textChannel(toId(311), { type: 4, name: 'Text channels', position: 0 }),
      textChannel(toId(310), { name: 'rules', position: 1, parent_id: toId(311) }),
      textChannel(GENERAL, {
        ...{ name: 'general', position: 2, parent_id: toId(311), topic: 'Everything that fits on a table' },
      }),
      textChannel(toId(316), { name: 'strategy', position: 3, parent_id: toId(311) }),
      textChannel(toId(313), { type: 4, name: 'Voice channels', position: 1 }),
      voice(314, 'Lounge', 0, toId(313)),
      voice(315, 'Table 3', 1, toId(313)),
    ],
    members: [
      member(ada, [PLAYERS]),
      { ...member(ben, [PLAYERS, HOSTS]), nick: 'ben the builder' },
      member(chloe, [PLAYERS]),
      member(dan),
      member(referee),
    ],
    presences: [
      presence(ada, 'online'),
      presence(ben, 'dnd', 'Chess'),
      presence(chloe, 'idle'),
      presence(referee, 'online'),
    ],
  };
}

function role(id: string, name: string, position: number, color = 0) {
  return {
    ...{ id, name, position, color, hoist: false, managed: false, mentionable: false },
    colors: { primary_color: color, secondary_color: null, tertiary_color: null },
    permissions: VIEW_CHANNEL | CONNECT | SEND_MESSAGES,
  };
}

function voice(number: number, name: string, position: number, parent_id: string | null = null) {
  return textChannel(toId(number), { type: 2, name, position, parent_id });
}

function member(user: User, roles: string[] = []): Member {
  return { user, roles, joined_at: ago({ days: 200 }), deaf: false, mute: false, flags: 0 };
}

function presence({ id }: User, status: 'dnd' | 'idle' | 'online', game: string | null = null) {
  return { user: { id }, status, game: game === null ? null : { name: game }, activities: [], roles: [] };
}

function attachment(number: number, filename: string, size: number) {
  const url = `http://127.0.0.1:6480/cdn/attachments/${GENERAL}/${toId(number)}/${filename}`;
  return { id: toId(number), filename, size, url, proxy_url: url };
}

/** @param minutes before the console is looked at */
function say(
  number: number,
  author: User,
  minutes: number,
  content: string,
  { edited = false, pinned = false } = {},
) {
  const timestamp = ago({ minutes });
  return message(toId(number), GENERAL, {
    ...{ author, content, timestamp, pinned, edited_timestamp: edited ? timestamp : null },
  });
}
