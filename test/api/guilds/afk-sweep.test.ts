import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AFK_SWEEP_INTERVAL } from '#guildhall/api/guilds/afk-sweep.js';
import { settled } from '../gateway/helpers.js';
import type { GatewayClient } from '../support/gateway-client.js';
import { useWorld } from '../support/world.js';

const used = useWorld();
const AFK_TIMEOUT_MS = 60_000;
const HEARTBEAT_MS = 15_000;

async function enterVoice(token: string): Promise<GatewayClient> {
  const gateway = await used.service.identify(token);
  await gateway.heard('GUILD_CREATE');
  gateway.send(4, { guild_id: used.world.guild, channel_id: used.world.voice });
  await gateway.heard('VOICE_STATE_UPDATE');
  return gateway;
}

/** Lets time pass while sessions send their heartbeats. */
async function pass(ms: number, ...gateways: readonly GatewayClient[]): Promise<void> {
  for (let left = ms; left > 0; left -= HEARTBEAT_MS) {
    await used.service.clock.advance(Math.min(left, HEARTBEAT_MS));
    for (const gateway of gateways) await settled(gateway);
  }
}

test('members who do nothing in voice for afk_timeout are moved to the afk channel, bots are not', async () => {
  const { service, world } = used;
  const { bot, guild, member, voice } = world;
  const as = { as: bot };
  const afk = (
    await service.ok('POST', `/guilds/${guild}/channels`, { ...as, json: { name: 'away', type: 2 } })
  ).id;
  await service.ok('PATCH', `/guilds/${guild}`, { ...as, json: { afk_channel_id: afk, afk_timeout: 60 } });
  const botGateway = await enterVoice(world.game.bot.token);
  const gateway = await enterVoice(member.token);
  await botGateway.heard('VOICE_STATE_UPDATE');

  await pass(AFK_TIMEOUT_MS - AFK_SWEEP_INTERVAL, botGateway, gateway);
  // Activity restarts the time.
  gateway.send(4, { guild_id: guild, channel_id: voice, self_mute: true });
  await gateway.heard('VOICE_STATE_UPDATE');
  await pass(2 * AFK_SWEEP_INTERVAL, botGateway, gateway);
  const moves = () =>
    gateway.frames.filter(
      ({ t, d }) => t === 'VOICE_STATE_UPDATE' && (d as { channel_id: string }).channel_id === afk,
    );
  assert.deepEqual(moves(), []);

  await pass(AFK_TIMEOUT_MS, botGateway, gateway);
  const moved = await gateway.heard('VOICE_STATE_UPDATE');
  assert.deepEqual([moved.user_id, moved.channel_id, moved.self_mute], [member.id, afk, true]);
  await pass(AFK_TIMEOUT_MS, botGateway, gateway);
  assert.equal(moves().length, 1);

  // Back by a moderator: the time starts over, too.
  await service.ok('PATCH', `/guilds/${guild}/members/${member.id}`, { ...as, json: { channel_id: voice } });
  assert.equal((await gateway.heard('VOICE_STATE_UPDATE')).channel_id, voice);
  await pass(2 * AFK_SWEEP_INTERVAL, botGateway, gateway);
  assert.equal(moves().length, 1);
  for (const each of [botGateway, gateway]) await each.close();
});
