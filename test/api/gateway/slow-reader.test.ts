import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createLogger } from '#guildhall/platform/log.js';
import { eventually } from '../../helpers/eventually.js';
import { oneNodeOnly } from '../../helpers/nodes/one-node.js';
import { fill, manyMembers } from '../support/fill.js';
import type { GatewayClient } from '../support/gateway-client.js';
import { useWorld } from '../support/world.js';
import { post, settled } from './helpers.js';

const logged: string[] = [];
const used = useWorld(undefined, {
  replayLimits: { unreadBytes: 300_000, replayBytes: 2_000_000 },
  log: createLogger('info', { write: (line) => void logged.push(line) }),
});
const isDropped = () => logged.some((line) => line.includes('slow reader'));

/** Six kilobytes each, so that the sockets' buffers are full soon. */
const LONG = '語'.repeat(1990);
const MOST_MESSAGES = 5_000;

function contents(...gateways: GatewayClient[]): string[] {
  return gateways
    .flatMap(({ frames }) => frames)
    .filter(({ t }) => t === 'MESSAGE_CREATE')
    .map(({ d }) => (d as { content: string }).content);
}

const skip = oneNodeOnly('a session is resumed only on its own node');

describe('Who does not read', () => {
  test('is closed with 4000 without affecting others, and receives everything once and in order after RESUME', {
    skip,
  }, async () => {
    const slow = await used.service.identify(used.world.member.token);
    await slow.heard('GUILD_CREATE');
    const other = await used.service.identify(used.world.game.bot.token);
    await other.heard('GUILD_CREATE');
    slow.stopReading();
    const posted: string[] = [];
    const say = async (count: number) => {
      const texts = Array.from({ length: count }, (_, index) => `${posted.length + index} ${LONG}`);
      posted.push(...texts);
      for (const text of texts) await post(used, text);
      // The answer to a heartbeat comes after all that was sent before: the other is never behind.
      await settled(other);
      assert.equal(contents(other).length, posted.length);
    };
    while (!isDropped() && posted.length < MOST_MESSAGES) await say(100);
    assert.ok(isDropped(), 'nobody was dropped');
    await say(20);
    assert.equal(contents(slow).length, 0);
    slow.readAgain();
    const { code, reason } = await slow.untilClosed();
    assert.deepEqual([code, reason], [4000, 'You read too slowly. Resume to go on.']);
    const again = await used.service.connect();
    again.send(6, { token: used.world.member.token, session_id: slow.sessionId, seq: slow.sequence });
    await again.heard('RESUMED');
    await say(1);
    await eventually(() => contents(slow, again).length === posted.length);
    assert.deepEqual(contents(slow, again), posted);
    assert.deepEqual(contents(other), posted);
    const numbers = [slow, again].flatMap(({ frames }) => frames).flatMap(({ s }) => s ?? []);
    assert.deepEqual(
      numbers,
      numbers.map((_, index) => index + 1),
    );
    await again.close();
    await other.close();
  });

  test('gets members on request at their own pace, and their heartbeats are answered meanwhile', async () => {
    await fill(used.service, manyMembers(used.world.guild, 5000));
    logged.length = 0;
    const gateway = await used.service.identify(used.world.game.bot.token);
    await gateway.heard('GUILD_CREATE');
    gateway.stopReading();
    const REQUESTS = 20;
    for (let count = 0; count < REQUESTS; count++) {
      gateway.send(8, { guild_id: used.world.guild, query: 'user', limit: 0 });
    }
    gateway.send(1, null);
    // The fast reader receives everything before the slow one reads anything.
    const reading = await used.service.identify(used.world.member.token);
    await reading.heard('GUILD_CREATE');
    reading.send(8, { guild_id: used.world.guild, query: 'user', limit: 0 });
    for (let chunk = 0; chunk < 5; chunk++) await reading.heard('GUILD_MEMBERS_CHUNK');
    await reading.close();
    gateway.readAgain();
    await gateway.op(11);
    const chunks = () => gateway.frames.filter(({ t }) => t === 'GUILD_MEMBERS_CHUNK');
    await eventually(() => chunks().length === REQUESTS * 5);
    const sizes = chunks().map(({ d }) => (d as { members: unknown[] }).members.length);
    assert.deepEqual(new Set(sizes), new Set([1000]));
    await gateway.close();
    assert.equal(isDropped(), false);
  });
});
