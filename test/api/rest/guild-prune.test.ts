import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { NOBODY, testRows } from '../support/rows.js';
import { addPerson, addStaff, storedState } from '../support/staff.js';
import type { Person } from '../support/test-service.js';
import { witness } from '../support/witness.js';
import { useWorld } from '../support/world.js';

const KICK_MEMBERS = 0x2;
const DAY = 86_400_000;

const used = useWorld();
const count = async (days: number): Promise<number> =>
  (await used.service.ok('GET', `/guilds/${used.world.guild}/prune?days=${days}`, { as: used.world.bot }))
    .pruned;
const prune = (options: { query?: string; json?: object }) =>
  used.service.ok('POST', `/guilds/${used.world.guild}/prune${options.query ?? ''}`, {
    as: used.world.bot,
    json: options.json,
  });
const isMember = async (person: Person) =>
  (
    await used.service.request('GET', `/guilds/${used.world.guild}/members/${person.id}`, {
      as: used.world.bot,
    })
  ).status === 200;
const say = (person: Person) =>
  used.service.ok('POST', `/channels/${used.world.text}/messages`, {
    as: person.token,
    json: { content: 'here' },
  });

testRows(used, {
  'Get guild prune count': [
    {
      title: 'counts nobody in a young guild',
      call: ({ bot, guild }) => ['GET', `/guilds/${guild}/prune?days=1`, { as: bot }],
      status: 200,
      check: (body: object) => assert.deepEqual(body, { pruned: 0 }),
    },
    {
      title: 'wants days of 1 or more',
      call: ({ bot, guild }) => ['GET', `/guilds/${guild}/prune?days=0`, { as: bot }],
      status: 400,
      code: 50035,
      fields: { days: 'NUMBER_TYPE_MIN' },
    },
    {
      title: 'wants days',
      call: ({ bot, guild }) => ['GET', `/guilds/${guild}/prune`, { as: bot }],
      status: 400,
      code: 50035,
      fields: { days: 'BASE_TYPE_REQUIRED' },
    },
    {
      title: 'needs KICK_MEMBERS',
      call: ({ member, guild }) => ['GET', `/guilds/${guild}/prune?days=1`, { as: member.token }],
      status: 403,
      code: 50013,
    },
    {
      title: 'does not know any guild',
      call: ({ bot }) => ['GET', `/guilds/${NOBODY}/prune?days=1`, { as: bot }],
      status: 404,
      code: 10004,
    },
  ],
  'Begin guild prune': [
    {
      title: 'wants days in query or body',
      call: ({ bot, guild }) => ['POST', `/guilds/${guild}/prune`, { as: bot }],
      status: 400,
      code: 50035,
      fields: { days: 'BASE_TYPE_REQUIRED' },
    },
    {
      title: 'wants days as a number',
      call: ({ bot, guild }) => ['POST', `/guilds/${guild}/prune?days=many`, { as: bot }],
      status: 400,
      code: 50035,
      fields: { days: 'NUMBER_TYPE_COERCE' },
    },
    {
      title: 'needs KICK_MEMBERS',
      call: ({ member, guild }) => ['POST', `/guilds/${guild}/prune?days=1`, { as: member.token }],
      status: 403,
      code: 50013,
    },
  ],
});

describe('A prune', () => {
  // Whoever is left from another test is there again.
  beforeEach(async () => {
    await say(used.world.member);
  });

  test('removes whoever has no role and gave no sign for so many days, and tells of each', async () => {
    const { service, world } = used;
    const quiet = [await addPerson(service, world), await addPerson(service, world)];
    const writer = await addPerson(service, world);
    const listener = await addPerson(service, world);
    const staff = await addStaff(service, world, KICK_MEMBERS);
    await service.clock.advance(8 * DAY);
    await say(writer);
    await (await service.identify(listener.token)).close();
    await say(world.member);
    const fresh = await addPerson(service, world);
    assert.deepEqual([await count(7), await count(9)], [2, 0]);
    const heard = await witness(service, world.member.token, async () => {
      assert.deepEqual(await prune({ query: '?days=7' }), { pruned: 2 });
    });
    assert.deepEqual(
      heard.map(({ t, d }) => [t, d.user.id]),
      quiet.map(({ id }) => ['GUILD_MEMBER_REMOVE', id]),
    );
    for (const person of [writer, listener, staff.person, fresh]) assert.ok(await isMember(person));
    assert.equal(await count(7), 0);
  });

  test('knows after a restart who was there, and counts who stays connected', async () => {
    const { service, world } = used;
    const [seen, unseen, connected] = [
      await addPerson(service, world),
      await addPerson(service, world),
      await addPerson(service, world),
    ];
    await service.clock.advance(5 * DAY);
    await say(seen);
    await service.restart();
    await service.clock.advance(3 * DAY);
    await say(world.member);
    await service.identify(connected.token);
    const before = await count(7);
    assert.deepEqual(await prune({ json: { days: 7 } }), { pruned: before });
    assert.deepEqual(await Promise.all([seen, unseen, connected].map(isMember)), [true, false, true]);
    const state = await storedState(service, world);
    await service.restart();
    assert.deepEqual(await storedState(service, world), state);
  });
});
