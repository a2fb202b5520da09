import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { GATEWAY_LIMITS } from '#guildhall/api/gateway/limits.js';
import { GuildChanges } from '#guildhall/api/guilds/guild-changes.js';
import { oneNodeOnly } from '../../helpers/nodes/one-node.js';
import type { GatewayClient } from '../support/gateway-client.js';
import { holdNext } from '../support/hold-next.js';
import { useWorld } from '../support/world.js';
import { settled } from './helpers.js';

const used = useWorld();

/** A session of the member whose op 4 takes until `release` is called. */
async function withSlowPayload(): Promise<{ gateway: GatewayClient; release(): void }> {
  const { guild, member, voice } = used.world;
  const gateway = await used.service.identify(member.token);
  await gateway.heard('GUILD_CREATE');
  const { reached, release } = holdNext(GuildChanges.prototype, 'change');
  gateway.send(4, { guild_id: guild, channel_id: voice, self_mute: false, self_deaf: false });
  await reached;
  return { gateway, release };
}

describe('While a payload is handled', () => {
  test('heartbeats are acknowledged, and the payloads behind it wait', async () => {
    const bot = await used.service.identify(used.world.game.bot.token);
    await bot.heard('GUILD_CREATE');
    const isBusy = () =>
      bot.frames.some(({ t, d }) => t === 'PRESENCE_UPDATE' && (d as { status: string }).status === 'dnd');
    const { gateway, release } = await withSlowPayload();
    gateway.send(3, { status: 'dnd', game: null, since: null, afk: false });
    gateway.send(1, null);
    await gateway.op(11);
    await settled(bot);
    assert.equal(isBusy(), false);
    release();
    while (!isBusy()) await bot.heard('PRESENCE_UPDATE');
    for (const each of [gateway, bot]) await each.close();
  });

  test('heartbeats keep its connection open', {
    skip: oneNodeOnly('op 4 waits for the owner for up to 10 s'),
  }, async () => {
    const { gateway, release } = await withSlowPayload();
    for (let beats = 0; beats < 3; beats += 1) {
      await used.service.clock.advance(GATEWAY_LIMITS.HEARTBEAT_INTERVAL_MS);
      gateway.send(1, null);
      await gateway.op(11);
    }
    assert.equal(gateway.closed, null);
    release();
    await gateway.close();
  });

  test('one behind it that cannot be read closes the connection after it', async () => {
    const { gateway, release } = await withSlowPayload();
    gateway.sendRaw('nonsense');
    gateway.send(1, null);
    await gateway.op(11);
    assert.equal(gateway.closed, null);
    release();
    assert.equal((await gateway.untilClosed()).code, 4002);
  });
});
