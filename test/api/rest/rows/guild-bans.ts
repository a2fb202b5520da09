import assert from 'node:assert/strict';
import type { Ban } from '#guildhall/protocol/objects/member.js';
import { longText, NOBODY } from '../../support/rows.js';
import { type Ask, badFields, badQuery, needs, outranked, refusals, type Table } from './common.js';
import { departed, toPublicUser } from './departures.js';

const bansOf = (guild: string) => `/guilds/${guild}/bans`;
const banOf = (guild: string, user: string) => `${bansOf(guild)}/${user}`;

const list: Ask = ({ as, guild }) => ['GET', bansOf(guild), { as }];
const show: Ask = ({ as, guild, user }) => ['GET', banOf(guild, user), { as }];
const ban: Ask = ({ as, guild, user }) => ['PUT', banOf(guild, user), { as }];
const unban: Ask = ({ as, guild, user }) => ['DELETE', banOf(guild, user), { as }];

/** docs/rest.md, guilds. */
export const guildBanRows: Table = {
  'Get guild bans': [
    {
      title: 'lists them',
      call: ({ guild, staff }) => ['GET', bansOf(guild), { as: staff.token }],
      status: 200,
      check: (body: Ban[], { banned }) =>
        assert.deepEqual(body, [{ reason: null, user: toPublicUser(banned) }]),
    },
    ...refusals(list),
    needs('BAN_MEMBERS', list),
  ],
  'Get guild ban': [
    {
      title: 'shows one',
      call: ({ guild, staff, banned }) => ['GET', banOf(guild, banned.id), { as: staff.token }],
      status: 200,
      check: (body: Ban, { banned }) => assert.deepEqual(body, { reason: null, user: toPublicUser(banned) }),
    },
    ...refusals(show, { user: 10026 }),
    needs('BAN_MEMBERS', show),
  ],
  'Create guild ban': [
    {
      title: 'bans a lower member, who is gone',
      call: ({ guild, staff, person }) => [
        'PUT',
        `${banOf(guild, person.id)}?reason=spam&delete-message-days=7`,
        { as: staff.token },
      ],
      status: 204,
      events: ({ world: { guild, person } }) => [
        ['GUILD_BAN_ADD', { ...toPublicUser(person), guild_id: guild, user: toPublicUser(person) }],
        ...departed(guild, person),
      ],
      stored: (state, { world: { person } }) => {
        state.members = state.members.filter(({ user }) => user.id !== person.id);
        state.bans.push({ reason: 'spam', user: toPublicUser(person) });
        state.bans.sort((a, b) => (BigInt(a.user.id) < BigInt(b.user.id) ? -1 : 1));
      },
    },
    {
      title: 'bans a user who is not a member, without a body and content type',
      call: ({ bot, guild, stranger }) => ['PUT', banOf(guild, stranger.id), { as: bot }],
      status: 204,
      events: ({ world: { guild, stranger } }) => [
        ['GUILD_BAN_ADD', { ...toPublicUser(stranger), guild_id: guild, user: toPublicUser(stranger) }],
      ],
      stored: (state, { world: { stranger } }) => {
        state.bans.push({ reason: null, user: toPublicUser(stranger) });
        state.bans.sort((a, b) => (BigInt(a.user.id) < BigInt(b.user.id) ? -1 : 1));
      },
    },
    {
      title: 'replaces the reason the second time and fires its event again',
      call: ({ bot, guild, stranger }) => [
        'PUT',
        `${banOf(guild, stranger.id)}?reason=again&delete-message-days=7`,
        { as: bot, json: {} },
      ],
      status: 204,
      events: ({ world: { guild, stranger } }) => [
        ['GUILD_BAN_ADD', { ...toPublicUser(stranger), guild_id: guild, user: toPublicUser(stranger) }],
      ],
      stored: (state, { world: { stranger } }) => {
        for (const ban of state.bans) if (ban.user.id === stranger.id) ban.reason = 'again';
      },
    },
    {
      title: 'keeps the reason if the second ban has none',
      call: ({ bot, guild, stranger }) => ['PUT', banOf(guild, stranger.id), { as: bot, json: {} }],
      status: 204,
      events: ({ world: { guild, stranger } }) => [
        ['GUILD_BAN_ADD', { ...toPublicUser(stranger), guild_id: guild, user: toPublicUser(stranger) }],
      ],
    },
    outranked('does not reach the owner', ({ guild, staff, game }) => [
      'PUT',
      banOf(guild, game.bot.id),
      { as: staff.token },
    ]),
    outranked('does not reach oneself', ({ guild, staff }) => [
      'PUT',
      banOf(guild, staff.person.id),
      { as: staff.token },
    ]),
    outranked('is refused for members with a higher role', ({ guild, staff, deputy }) => [
      'PUT',
      banOf(guild, deputy.person.id),
      { as: staff.token },
    ]),
    ...refusals(ban, { user: 10013 }),
    ...badQuery(
      (query, { bot, guild, lower }) => ['PUT', banOf(guild, lower.person.id) + query, { as: bot }],
      {
        'delete-message-days': [
          ['few', 'NUMBER_TYPE_COERCE'],
          ['-1', 'NUMBER_TYPE_MIN'],
          ['8', 'NUMBER_TYPE_MAX'],
        ],
        delete_message_days: [
          ['1.5', 'NUMBER_TYPE_COERCE'],
          ['-1', 'NUMBER_TYPE_MIN'],
          ['8', 'NUMBER_TYPE_MAX'],
        ],
        reason: [[longText(513), 'BASE_TYPE_BAD_LENGTH']],
      },
    ),
    ...badFields(
      (json, { bot, guild, lower }) => ['PUT', banOf(guild, lower.person.id), { as: bot, json }],
      {},
      {
        '': [[[], 'DICT_TYPE_CONVERT']],
        delete_message_days: [
          ['1', 'NUMBER_TYPE_COERCE'],
          [-1, 'NUMBER_TYPE_MIN'],
          [8, 'NUMBER_TYPE_MAX'],
        ],
        delete_message_seconds: [
          ['1', 'NUMBER_TYPE_COERCE'],
          [-1, 'NUMBER_TYPE_MIN'],
          [604_801, 'NUMBER_TYPE_MAX'],
        ],
        reason: [
          [5, 'STRING_TYPE_CONVERT'],
          [longText(513), 'BASE_TYPE_BAD_LENGTH'],
        ],
      },
    ),
    needs('BAN_MEMBERS', (asked, { lower }) => ban({ ...asked, user: lower.person.id }, {} as never)),
  ],
  'Remove guild ban': [
    {
      title: 'is 404 for a user who is not banned',
      call: ({ guild, staff, person }) => ['DELETE', banOf(guild, person.id), { as: staff.token }],
      status: 404,
      code: 10026,
    },
    {
      title: 'is 404 for an unknown user',
      call: ({ guild, staff }) => ['DELETE', banOf(guild, NOBODY), { as: staff.token }],
      status: 404,
      code: 10026,
    },
    ...refusals(unban, { user: 10026 }),
    {
      title: 'lets a user come back',
      call: ({ guild, staff, banned }) => ['DELETE', banOf(guild, banned.id), { as: staff.token }],
      status: 204,
      events: ({ world: { guild, banned } }) => [
        ['GUILD_BAN_REMOVE', { ...toPublicUser(banned), guild_id: guild, user: toPublicUser(banned) }],
      ],
      stored: (state) => {
        state.bans = [];
      },
    },
    needs('BAN_MEMBERS', unban),
  ],
};
