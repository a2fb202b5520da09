import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { useCast } from '../support/cast.js';
import { recordEvents } from '../support/event-recorder.js';
import { testRows } from '../support/rows.js';
import { addPerson, addStaff } from '../support/staff.js';
import { storedGuild } from '../support/stored-guild.js';
import type { Person } from '../support/test-service.js';
import { useWorld } from '../support/world.js';
import { guildPruneRows } from './rows/guild-prune.js';

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

testRows(useCast(), guildPruneRows);

describe('A prune', () => {
  // Members who were removed in another test join again.
  beforeEach(async () => {
    await say(used.world.member);
  });

  test('removes inactive members without roles, and emits an event for each', async () => {
    const { service, world } = used;
    const quiet = [await addPerson(service, world), await addPerson(service, world)];
    const writer = await addPerson(service, world);
    const listener = await addPerson(service, world);
    const staff = await addStaff(service, world, KICK_MEMBERS);
    await service.clock.pass(8 * DAY);
    await say(writer);
    await (await service.identify(listener.token)).close();
    await say(world.member);
    const fresh = await addPerson(service, world);
    assert.deepEqual([await count(7), await count(9)], [2, 0]);
    const heard = await recordEvents(service, world.member.token, async () => {
      assert.deepEqual(await prune({ query: '?days=7' }), { pruned: 2 });
    });
    assert.deepEqual(
      heard.map(({ t, d }) => [t, d.user.id]),
      quiet.map(({ id }) => ['GUILD_MEMBER_REMOVE', id]),
    );
    for (const person of [writer, listener, staff.person, fresh]) assert.ok(await isMember(person));
    assert.equal(await count(7), 0);
  });

  test('does not count the use of an invite as activity', async () => {
    const { service, world } = used;
    const person = await addPerson(service, world);
    await service.clock.pass(8 * DAY);
    await say(world.member);
    const { code } = await service.ok('POST', `/channels/${world.text}/invites`, { as: world.bot, json: {} });
    const before = await count(7);
    await service.ok('POST', `/invites/${code}`, { as: person.token });
    const refused = await service.request('DELETE', `/invites/${code}`, { as: person.token });
    assert.equal(refused.status, 403);
    assert.equal(await count(7), before);
    await prune({ query: '?days=7' });
    assert.ok(!(await isMember(person)));
  });

  test('uses activity from before a restart, and counts connected users as active', async () => {
    const { service, world } = used;
    const [seen, unseen, connected] = [
      await addPerson(service, world),
      await addPerson(service, world),
      await addPerson(service, world),
    ];
    await service.clock.pass(5 * DAY);
    await say(seen);
    await service.restart();
    await service.clock.pass(3 * DAY);
    await say(world.member);
    await service.identify(connected.token);
    const before = await count(7);
    assert.deepEqual(await prune({ json: { days: 7 } }), { pruned: before });
    assert.deepEqual(await Promise.all([seen, unseen, connected].map(isMember)), [true, false, true]);
    const state = await storedGuild(service, world);
    await service.restart();
    assert.deepEqual(await storedGuild(service, world), state);
  });
});
