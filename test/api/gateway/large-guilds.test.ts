import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { GATEWAY_LIMITS } from '#guildhall/api/gateway/limits.js';
import { put, type Write } from '#guildhall/store/sql/writes.js';
import { eventually } from '../../helpers/eventually.js';
import { guildRow, memberRow } from '../../store/sqlite/rows.js';
import { fill, manyMembers } from '../support/fill.js';
import type { GatewayClient } from '../support/gateway-client.js';
import { useWorld } from '../support/world.js';
import { settled } from './helpers.js';

const used = useWorld();
const sized = useWorld();
const MEMBERS = 2500;

/** Asks with op 8 and gives the sizes of the chunks. */
async function chunkSizes(gateway: GatewayClient, query: string, limit: number): Promise<number[]> {
  const before = gateway.frames.length;
  gateway.send(8, { guild_id: used.world.guild, query, limit });
  const chunks = () =>
    gateway.frames
      .slice(before)
      .filter(({ t }) => t === 'GUILD_MEMBERS_CHUNK')
      .map(({ d }) => d as { members: unknown[]; chunk_index: number; chunk_count: number });
  await eventually(() => chunks().some(({ chunk_index, chunk_count }) => chunk_index === chunk_count - 1));
  await settled(gateway);
  return chunks().map(({ members, chunk_index, chunk_count }, index, all) => {
    assert.deepEqual([chunk_index, chunk_count], [index, all.length]);
    return members.length;
  });
}

describe('A large guild', () => {
  test('is sent without offline members, who are sent on request, at most 1000 at a time', async () => {
    await fill(used.service, manyMembers(used.world.guild, MEMBERS));
    const bot = await used.service.identify(used.world.game.bot.token, { large_threshold: 250 });
    const guild = await bot.heard('GUILD_CREATE');
    assert.deepEqual([guild.large, guild.member_count], [true, MEMBERS + 2]);
    assert.deepEqual(
      guild.members.map(({ user }) => user.id),
      [used.world.game.bot.id],
    );
    assert.deepEqual(await chunkSizes(bot, '', 0), [1000, 1000, 502]);
    assert.deepEqual(await chunkSizes(bot, '', 1500), [1000, 500]);
    assert.deepEqual(await chunkSizes(bot, 'user 34', 0), [100]);
    assert.deepEqual(await chunkSizes(bot, 'nobody', 0), [0]);
    await bot.close();
  });
});

describe('large_threshold', () => {
  const MEMBERS_OF_WORLD = 2;
  const cases: [members: number, threshold: number | undefined, isLarge: boolean][] = [
    [50, undefined, false],
    [50, 10, false],
    [51, undefined, true],
    [51, 10, true],
    [51, 51, false],
    [250, 1000, false],
    [251, 1000, true],
  ];
  for (const [members, large_threshold, isLarge] of cases) {
    test(`${large_threshold}: a guild of ${members} is ${isLarge ? '' : 'not '}large`, async () => {
      await fill(sized.service, manyMembers(sized.world.guild, members - MEMBERS_OF_WORLD));
      const bot = await sized.service.identify(sized.world.game.bot.token, { large_threshold });
      const guild = await bot.heard('GUILD_CREATE');
      assert.deepEqual([guild.member_count, guild.large], [members, isLarge]);
      assert.equal(guild.members.length, isLarge ? 1 : members);
      await bot.close();
    });
  }
});

describe('More guilds than one session may serve', () => {
  test('close with 4011 without shards, and are served with them', async () => {
    const { bot } = await used.service.game({ name: 'Everywhere' });
    const guild = (index: number): Write[] => {
      const id = String((BigInt(index) << 22n) + 5000n);
      return [put('guilds', guildRow(id, bot.id)), put('members', memberRow(id, bot.id))];
    };
    await fill(
      used.service,
      Array.from({ length: GATEWAY_LIMITS.GUILDS_OF_SHARD + 1 }, (_, index) => guild(index)).flat(),
    );
    const whole = await used.service.connect();
    whole.send(2, { token: bot.token });
    assert.equal((await whole.untilClosed()).code, 4011);
    const { shards } = await used.service.ok('GET', '/gateway/bot', { as: `Bot ${bot.token}` });
    assert.equal(shards, 3);
    const shard = await used.service.identify(bot.token, { shard: [2, 3] });
    const ready = shard.frames.find(({ t }) => t === 'READY')?.d as { guilds: { id: string }[] };
    assert.equal(ready.guilds.length, 833);
    assert.ok(ready.guilds.every(({ id }) => (BigInt(id) >> 22n) % 3n === 2n));
    await shard.drop();
  });

  test('a shard that cannot be: 4010', async () => {
    for (const shard of [
      [2, 2],
      [-1, 2],
      [0, 0],
    ]) {
      const gateway = await used.service.connect();
      gateway.send(2, { token: used.world.member.token, shard });
      assert.equal((await gateway.untilClosed()).code, 4010);
    }
  });
});
