import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { GatewayClient } from '../support/gateway-client.js';
import { grant, useWorld } from '../support/world.js';
import { dataOf, settled } from './helpers.js';

const used = useWorld();

describe('Signing in', () => {
  test('starts with HELLO, then READY with unavailable guilds, then each guild', async () => {
    const gateway = await used.service.identify(used.world.member.token);
    const [hello, ready] = gateway.frames;
    assert.deepEqual(
      [hello?.op, dataOf<{ heartbeat_interval: number }>(hello).heartbeat_interval],
      [10, 45000],
    );
    const data = dataOf<{ v: number; guilds: unknown; user: { id: string }; private_channels: unknown }>(
      ready,
    );
    assert.deepEqual(data.guilds, [{ id: used.world.guild, unavailable: true }]);
    assert.deepEqual([data.v, data.user.id, data.private_channels], [6, used.world.member.id, []]);
    const guild = await gateway.heard('GUILD_CREATE');
    assert.equal(guild.id, used.world.guild);
    assert.equal(guild.unavailable, false);
    assert.equal(guild.member_count, guild.members.length);
    assert.deepEqual(guild.emojis, []);
    assert.deepEqual(
      guild.channels.map(({ name }) => name),
      ['talk', 'Voice', 'news'],
    );
    assert.deepEqual(
      gateway.frames.flatMap(({ s }) => s ?? []),
      [1, 2],
    );
    await gateway.close();
  });

  test('lets a client use the guilds of READY before their GUILD_CREATE', async () => {
    const { service, world } = used;
    const { game, guild, member, voice } = world;
    const bot = await service.identify(game.bot.token);
    await settled(bot);
    const gateway = await GatewayClient.connect(service.url);
    gateway.send(2, { token: member.token, properties: {} });
    gateway.send(4, { guild_id: guild, channel_id: voice, self_mute: false, self_deaf: false });
    gateway.send(8, { guild_id: guild, query: '', limit: 0 });
    assert.equal((await bot.heard('VOICE_STATE_UPDATE')).channel_id, voice);
    await gateway.heard('GUILD_MEMBERS_CHUNK');
    await settled(gateway);
    assert.equal(gateway.dispatches.filter((name) => name === 'GUILD_CREATE').length, 1);
    for (const each of [bot, gateway]) await each.close();
  });

  test('accepts a bot’s token with and without its prefix, and sends a bot its application', async () => {
    for (const token of [used.world.game.bot.token, used.world.bot]) {
      const gateway = await used.service.identify(token);
      const ready = gateway.frames.find(({ t }) => t === 'READY')?.d as { application: object };
      assert.deepEqual(ready.application, { id: used.world.game.id, flags: 0 });
      await gateway.close();
    }
  });

  test('is refused with 4004 for a wrong token, and for one that is an application’s', async () => {
    const { access_token } = await grant(used.service, used.world.game, used.world.member, 'identify');
    for (const token of ['nonsense', access_token]) {
      const gateway = await used.service.connect();
      gateway.send(2, { token });
      assert.equal((await gateway.untilClosed()).code, 4004);
    }
  });

  test('sends a shard its own guilds', async () => {
    const own = Number((BigInt(used.world.guild) >> 22n) % 2n);
    const mine = await used.service.identify(used.world.member.token, { shard: [own, 2] });
    assert.equal((await mine.heard('GUILD_CREATE')).id, used.world.guild);
    const other = await used.service.identify(used.world.member.token, { shard: [1 - own, 2] });
    await settled(other);
    assert.deepEqual(other.dispatches, ['READY']);
    await mine.close();
    await other.close();
  });
});
