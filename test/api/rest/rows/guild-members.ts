import assert from 'node:assert/strict';
import type { Member } from '#guildhall/protocol/objects/member.js';
import type { Cast } from '../../support/cast.js';
import { longText, NOBODY, type Row } from '../../support/rows.js';
import { type Ask, badQuery, needs, outranked, refusals, type Table } from './common.js';
import { departed, toPublicUser } from './departures.js';

const membersOf = (guild: string) => `/guilds/${guild}/members`;
const memberOf = (guild: string, user: string) => `${membersOf(guild)}/${user}`;

const list: Ask = ({ as, guild }) => ['GET', membersOf(guild), { as }];
const show: Ask = ({ as, guild, user }) => ['GET', memberOf(guild, user), { as }];
const kick: Ask = ({ as, guild, user }) => ['DELETE', memberOf(guild, user), { as }];

/** A user who is no longer a member. */
export const without =
  (gone: (cast: Cast) => { readonly id: string }): NonNullable<Row<Cast>['stored']> =>
  (state, { world }) => {
    state.members = state.members.filter(({ user }) => user.id !== gone(world).id);
  };

/** docs/rest.md, guilds. */
export const guildMemberRows: Table = {
  'List guild members': [
    {
      title: 'gives one member unless told otherwise',
      call: ({ member, guild }) => ['GET', membersOf(guild), { as: member.token }],
      status: 200,
      check: (body: Member[], { member }) =>
        assert.deepEqual(
          body.map(({ user }) => user.id),
          [member.id],
        ),
    },
    {
      title: 'gives the members after an id, in order',
      call: ({ member, guild }) => [
        'GET',
        `${membersOf(guild)}?limit=1000&after=${member.id}`,
        { as: member.token },
      ],
      status: 200,
      check: (body: Member[], { game, staff, lower, deputy, person }) =>
        assert.deepEqual(
          body.map(({ user }) => user.id),
          [game.bot.id, staff.person.id, lower.person.id, deputy.person.id, person.id],
        ),
    },
    ...refusals(list),
    ...badQuery((query, { bot, guild }) => ['GET', membersOf(guild) + query, { as: bot }], {
      limit: [
        ['many', 'NUMBER_TYPE_COERCE'],
        ['0', 'NUMBER_TYPE_MIN'],
        ['1001', 'NUMBER_TYPE_MAX'],
      ],
      after: [['x', 'NUMBER_TYPE_COERCE']],
    }),
  ],
  'Get guild member': [
    {
      title: 'shows one',
      call: ({ member, guild, lower }) => ['GET', memberOf(guild, lower.person.id), { as: member.token }],
      status: 200,
      check: ({ joined_at: _, ...body }: Member, { lower }) =>
        assert.deepEqual(body, {
          user: toPublicUser(lower.person),
          roles: [lower.role],
          deaf: false,
          mute: false,
          flags: 0,
        }),
    },
    ...refusals(show, { user: 10007 }),
    {
      title: 'rejects a user who is not a member',
      call: ({ bot, guild, stranger }) => ['GET', memberOf(guild, stranger.id), { as: bot }],
      status: 404,
      code: 10007,
    },
  ],
  'Remove guild member': [
    outranked('does not reach the owner', ({ guild, game, staff }) => [
      'DELETE',
      memberOf(guild, game.bot.id),
      { as: staff.token },
    ]),
    outranked('does not reach oneself', ({ guild, staff }) => [
      'DELETE',
      memberOf(guild, staff.person.id),
      { as: staff.token },
    ]),
    outranked('is refused for members with a higher role', ({ guild, staff, deputy }) => [
      'DELETE',
      memberOf(guild, deputy.person.id),
      { as: staff.token },
    ]),
    ...refusals(kick, { user: 10007 }),
    {
      title: 'kicks a lower member',
      call: ({ guild, person, staff }) => ['DELETE', memberOf(guild, person.id), { as: staff.token }],
      status: 204,
      events: ({ world: { guild, person } }) => departed(guild, person),
      stored: without(({ person }) => person),
    },
    {
      title: 'is 404 for a former member',
      call: ({ guild, person, staff }) => ['DELETE', memberOf(guild, person.id), { as: staff.token }],
      status: 404,
      code: 10007,
    },
    needs('KICK_MEMBERS', ({ as, guild }, { lower }) => ['DELETE', memberOf(guild, lower.person.id), { as }]),
  ],
};

/** What no member may be given, in Add and Modify guild member alike. */
export const BAD_MEMBER = {
  '': [[[], 'DICT_TYPE_CONVERT']],
  nick: [
    [5, 'STRING_TYPE_CONVERT'],
    ['a\nb', 'NAME_INVALID'],
    [longText(33), 'BASE_TYPE_BAD_LENGTH'],
  ],
  roles: [
    [{}, 'LIST_TYPE_CONVERT'],
    [Array(251).fill(NOBODY), 'BASE_TYPE_BAD_LENGTH'],
  ],
  'roles.0': [
    [5, 'STRING_TYPE_CONVERT'],
    ['x', 'NUMBER_TYPE_COERCE'],
    [NOBODY, 'BASE_TYPE_CHOICES'],
    [({ guild }: Cast) => guild, 'BASE_TYPE_CHOICES'],
  ],
  mute: [[1, 'BOOLEAN_TYPE_CONVERT']],
  deaf: [['no', 'BOOLEAN_TYPE_CONVERT']],
} as const;
