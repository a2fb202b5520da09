import assert from 'node:assert/strict';
import type { Cast } from '../../support/cast.js';
import type { TestService } from '../../support/test-service.js';
import { type Ask, badFields, badQuery, needs, refusals, type Table } from './common.js';
import { departed } from './departures.js';

const DAY = 86_400_000;
const KICK_MEMBERS = 0x2;
const pruneOf = (guild: string) => `/guilds/${guild}/prune`;

const count: Ask = ({ as, guild }) => ['GET', `${pruneOf(guild)}?days=1`, { as }];
const begin: Ask = ({ as, guild }) => ['POST', `${pruneOf(guild)}?days=1`, { as }];

/** Eight days later only the world's member has been there. */
async function growQuiet(service: TestService, { text, member }: Cast): Promise<void> {
  await service.clock.pass(8 * DAY);
  const json = { content: 'here' };
  await service.ok('POST', `/channels/${text}/messages`, { as: member.token, json });
}

const BAD_DAYS = [
  ['many', 'NUMBER_TYPE_COERCE'],
  ['0', 'NUMBER_TYPE_MIN'],
  ['2147483648', 'NUMBER_TYPE_MAX'],
] as const;

/** docs/rest.md, Begin guild prune. */
export const guildPruneRows: Table = {
  'Get guild prune count': [
    {
      title: 'counts nobody in a young guild',
      call: ({ staff, guild }) => ['GET', `${pruneOf(guild)}?days=1`, { as: staff.token }],
      status: 200,
      check: (body: object) => assert.deepEqual(body, { pruned: 0 }),
    },
    {
      title: 'counts who has no role and gave no sign',
      prepare: growQuiet,
      call: ({ staff, guild }) => ['GET', `${pruneOf(guild)}?days=7`, { as: staff.token }],
      status: 200,
      check: (body: object) => assert.deepEqual(body, { pruned: 1 }),
    },
    ...refusals(count),
    ...badQuery((query, { bot, guild }) => ['GET', pruneOf(guild) + query, { as: bot }], {
      days: [[undefined, 'BASE_TYPE_REQUIRED'], ...BAD_DAYS],
    }),
    needs('KICK_MEMBERS', count),
  ],
  'Begin guild prune': [
    {
      title: 'removes nobody from a young guild',
      call: ({ bot, guild }) => ['POST', pruneOf(guild), { as: bot, json: { days: 1 } }],
      status: 200,
      check: (body: object) => assert.deepEqual(body, { pruned: 0 }),
    },
    ...refusals(begin),
    ...badQuery((query, { bot, guild }) => ['POST', pruneOf(guild) + query, { as: bot }], {
      days: [[undefined, 'BASE_TYPE_REQUIRED'], ...BAD_DAYS],
    }),
    ...badFields(
      (json, { bot, guild }) => ['POST', pruneOf(guild), { as: bot, json }],
      {},
      {
        '': [[[], 'DICT_TYPE_CONVERT']],
        days: [
          ['7', 'NUMBER_TYPE_COERCE'],
          [0, 'NUMBER_TYPE_MIN'],
          [2 ** 31, 'NUMBER_TYPE_MAX'],
        ],
      },
    ),
    needs('KICK_MEMBERS', begin),
    {
      title: 'removes nobody who is not lower than who prunes',
      prepare: async (service, cast) => {
        const path = `/guilds/${cast.guild}/roles/${cast.guild}`;
        await service.ok('PATCH', path, { as: cast.bot, json: { permissions: KICK_MEMBERS | 0xc00 } });
        await growQuiet(service, cast);
      },
      call: ({ member, guild }) => ['POST', `${pruneOf(guild)}?days=7`, { as: member.token }],
      status: 200,
      hierarchy: true,
      check: (body: object) => assert.deepEqual(body, { pruned: 0 }),
    },
    {
      title: 'removes inactive members without roles, and emits an event for each',
      call: ({ staff, guild }) => ['POST', `${pruneOf(guild)}?days=7`, { as: staff.token }],
      status: 200,
      check: (body: object) => assert.deepEqual(body, { pruned: 1 }),
      events: ({ world: { guild, person } }) => departed(guild, person),
      stored: (state, { world: { person } }) => {
        state.members = state.members.filter(({ user }) => user.id !== person.id);
      },
    },
  ],
};
