import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { useCast } from '../support/cast.js';
import { testRows } from '../support/rows.js';
import { botHeader, useWorld } from '../support/world.js';
import { createGuildRows } from './rows/create-guild.js';
import { guildRows } from './rows/guilds.js';

const used = useWorld();

testRows(useCast(), { ...createGuildRows, ...guildRows });

describe('Limits', () => {
  test('a bot makes guilds only while in fewer than 10', async () => {
    const game = await used.service.game({ name: 'Maker' });
    const make = () =>
      used.service.request('POST', '/guilds', { as: botHeader(game.bot), json: { name: 'New' } });
    const replies = await Promise.all(Array.from({ length: 12 }, make));
    assert.equal(replies.filter(({ status }) => status === 201).length, 10);
    for (const { status, body } of replies.filter((reply) => reply.status !== 201)) {
      assert.deepEqual([status, body.code], [400, 30001]);
    }
  });

  test('an unapproved application makes 10 channels, over all guilds and however it makes them', async () => {
    const game = await used.service.game({ name: 'Small', approved: false });
    const as = botHeader(game.bot);
    const channels = Array.from({ length: 8 }, (_, index) => ({ name: `room-${index}` }));
    const guild = await used.service.ok('POST', '/guilds', { as, json: { name: 'New', channels } });
    const make = () =>
      used.service.request('POST', `/guilds/${guild.id}/channels`, { as, json: { name: 'more' } });
    const replies = await Promise.all([make(), make(), make(), make()]);
    assert.equal(replies.filter(({ status }) => status === 201).length, 2);
    assert.ok(replies.some(({ body }) => body.code === 30013));
    const another = await used.service.request('POST', '/guilds', {
      as,
      json: { name: 'New', channels: [{ name: 'room' }] },
    });
    assert.deepEqual([another.status, another.body.code], [400, 30013]);
    await used.service.api.administration.setApproved(game.id, true);
    assert.equal((await make()).status, 201);
  });
});

test('deleted guilds and channels do not count for the limits of an unapproved application', async () => {
  const game = await used.service.game({ name: 'Tidy', approved: false });
  const as = botHeader(game.bot);
  const makeGuild = () => used.service.request('POST', '/guilds', { as, json: { name: 'New' } });
  const guilds = await Promise.all(Array.from({ length: 10 }, makeGuild));
  assert.equal((await makeGuild()).status, 400);
  const [id, kept] = guilds.map(({ body }) => body.id);
  const json = { name: 'room' };
  const makeChannel = (guild = id) => used.service.request('POST', `/guilds/${guild}/channels`, { as, json });
  const channels = await Promise.all(Array.from({ length: 10 }, () => makeChannel()));
  assert.equal((await makeChannel(kept)).status, 400);
  await used.service.ok('DELETE', `/channels/${channels[0]?.body.id}`, { as });
  assert.equal((await makeChannel()).status, 201);
  await used.service.ok('DELETE', `/guilds/${id}`, { as });
  assert.equal((await makeGuild()).status, 201);
  assert.equal((await makeChannel(kept)).status, 201);
});

test('what was acknowledged is the same after a restart', async () => {
  const { bot, guild, text } = used.world;
  const paths = [
    `/guilds/${guild}`,
    `/guilds/${guild}/channels`,
    `/guilds/${guild}/members?limit=1000`,
    `/guilds/${guild}/roles`,
    `/channels/${text}`,
    `/channels/${text}/messages`,
  ];
  const state = () => Promise.all(paths.map((path) => used.service.ok('GET', path, { as: bot })));
  const before = await state();
  await used.service.restart();
  assert.deepEqual(await state(), before);
});

test('a channel of a new guild has one overwrite for each target, the last one', async () => {
  const { service, world } = used;
  const overwrite = (id: string, allow: number) => ({ id, type: 'role', allow, deny: 0 });
  const permission_overwrites = [overwrite('2', 1), overwrite('1', 4), overwrite('2', 2)];
  const json = { name: 'Twice', roles: [{ id: '1' }, { id: '2', name: 'two' }] };
  const guild = await service.ok('POST', '/guilds', {
    as: world.bot,
    json: { ...json, channels: [{ name: 'ab', permission_overwrites }] },
  });
  const [channel] = await service.ok('GET', `/guilds/${guild.id}/channels`, { as: world.bot });
  const two = guild.roles.find(({ name }: { name: string }) => name === 'two');
  assert.deepEqual(
    channel.permission_overwrites.map(({ id, allow }: { id: string; allow: number }) => [id, allow]),
    [
      [two.id, 2],
      [guild.id, 4],
    ],
  );
});
