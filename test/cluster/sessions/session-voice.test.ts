import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { GatewayClient } from '../../api/support/gateway-client.js';
import { withOwnerAndOther } from '../../api/support/owner-and-other.js';
import type { TestService } from '../../api/support/test-service.js';
import { join, type World } from '../../api/support/world.js';
import { noPostgres } from '../../helpers/postgres/postgres-server.js';

describe('Voice of sessions whose guilds other nodes own', { skip: noPostgres }, () => {
  let other: TestService;
  let world: World;
  let owner: TestService;
  withOwnerAndOther((nodes) => {
    ({ other, owner, world } = nodes);
  });

  test('a person whose sessions on two nodes join in two guilds at once is in one of them', async () => {
    const { bot, game, guild, member, voice } = world;
    const json = { name: 'Other', channels: [{ name: 'Voice', type: 2 }], system_channel_id: null };
    const { id } = await other.ok('POST', '/guilds', { as: bot, json });
    await join(other, game, member, id);
    const [channel] = await other.ok('GET', `/guilds/${id}/channels`, { as: bot });
    const clients = [await owner.identify(member.token), await other.identify(member.token)] as const;
    for (const client of clients) {
      for (let count = 0; count < 2; count += 1) await client.heard('GUILD_CREATE');
    }
    const move = (client: GatewayClient, guild_id: string, channel_id: string) =>
      client.send(4, { guild_id, channel_id, self_mute: false, self_deaf: false });
    move(clients[0], guild, voice);
    move(clients[1], id, channel.id);
    for (const client of clients) {
      const states = new Map<unknown, unknown>();
      for (let count = 0; count < 3; count += 1) {
        const { guild_id, channel_id } = await client.heard('VOICE_STATE_UPDATE');
        states.set(guild_id, channel_id);
      }
      assert.equal([...states.values()].filter((value) => value !== null).length, 1);
    }
    for (const client of clients) await client.close();
    await other.ok('DELETE', `/guilds/${id}`, { as: bot });
  });

  test('op 4 for two guilds in a row ends in the second one only', async () => {
    const json = { name: 'Other', channels: [{ name: 'Voice', type: 2 }], system_channel_id: null };
    const { id } = await other.ok('POST', '/guilds', { as: world.bot, json });
    await join(other, world.game, world.member, id);
    const [channel] = await other.ok('GET', `/guilds/${id}/channels`, { as: world.bot });
    const client = await other.identify(world.member.token);
    for (let count = 0; count < 2; count += 1) await client.heard('GUILD_CREATE');
    const move = (guild_id: string, channel_id: string) =>
      client.send(4, { guild_id, channel_id, self_mute: false, self_deaf: false });
    move(world.guild, world.voice);
    move(id, channel.id);
    const states = new Map<unknown, unknown>();
    for (let count = 0; count < 3; count += 1) {
      const { guild_id, channel_id } = await client.heard('VOICE_STATE_UPDATE');
      states.set(guild_id, channel_id);
    }
    assert.deepEqual(Object.fromEntries(states), { [world.guild]: null, [id]: channel.id });
    await client.close();
  });
});
