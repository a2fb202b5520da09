import assert from 'node:assert/strict';
import { test } from 'node:test';
import { put } from '#guildhall/store/sql/writes.js';
import { fill } from '../support/fill.js';
import { innerCodes } from '../support/rows.js';
import { useWorld } from '../support/world.js';

const used = useWorld();

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

test('a guild has at most 1000 valid invites', async () => {
  const { service, world } = used;
  const { bot, guild, text, game } = world;
  const invite = {
    guildId: guild,
    channelId: text,
    inviterId: game.bot.id,
    uses: 0,
    maxUses: 0,
    maxAge: 0,
    temporary: false,
    vanity: false,
    createdAt: service.clock.now(),
  };
  const expired = { ...invite, code: 'expired', maxAge: 1, createdAt: 0 };
  const rows = numbers(999).map((index) => ({ ...invite, code: `seed${index}` }));
  await fill(
    service,
    [expired, ...rows].map((row) => put('invites', row)),
  );
  const make = (json: object) =>
    service.request('POST', `/channels/${text}/invites`, { as: bot, json: { max_age: 0, ...json } });
  assert.equal((await make({ unique: true })).status, 200, 'the expired one does not count');
  const refused = await make({ unique: true });
  assert.deepEqual([refused.status, refused.body.code], [400, 30016]);
  assert.equal((await make({})).status, 200, 'one of one’s own is given again');
});

test('a guild has at most 50 integrations', async () => {
  const { service, world } = used;
  const { bot, guild, role, game } = world;
  const rows = numbers(50).map((index) => ({
    guildId: guild,
    id: String(5000 + index),
    name: 'Stream',
    type: 'twitch',
    enabled: true,
    syncing: false,
    roleId: role,
    expireBehavior: 0 as const,
    expireGracePeriod: 0,
    enableEmoticons: false,
    userId: game.bot.id,
    accountId: String(index),
    accountName: 'Stream',
    syncedAt: 0,
  }));
  await fill(
    service,
    rows.map((row) => put('integrations', row)),
  );
  const path = `/guilds/${guild}/integrations`;
  const refused = await service.request('POST', path, { as: bot, json: { type: 'twitch', id: '9000' } });
  assert.deepEqual([refused.status, refused.body.code], [400, 50035], JSON.stringify(refused.body));
  assert.deepEqual(Object.keys(innerCodes(refused.body.errors)).length, 1);
  await service.ok('DELETE', `${path}/5000`, { as: bot });
  await service.ok('POST', path, { as: bot, json: { type: 'twitch', id: '9000' } });
});

test('a guild has at most 500 channels', async () => {
  const { service, world } = used;
  const { bot, guild } = world;
  const path = `/guilds/${guild}/channels`;
  const before = (await service.ok('GET', path, { as: bot })).length;
  const make = (index: number) => service.request('POST', path, { as: bot, json: { name: `room-${index}` } });
  // Not all at once: a node forwards a hundred waiting requests of one caller at most.
  const wanted = numbers(500 - before + 1);
  const made: Awaited<ReturnType<typeof make>>[] = [];
  while (wanted.length > 0) made.push(...(await Promise.all(wanted.splice(0, 90).map(make))));
  const codes = made.flatMap(({ status, body }) => (status === 201 ? [] : [[status, body.code]]));
  assert.deepEqual(codes, [[400, 30013]], 'all but one');
  assert.equal((await service.ok('GET', path, { as: bot })).length, 500);
});
