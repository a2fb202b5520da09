import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { GATEWAY_LIMITS } from '#guildhall/api/gateway/limits.js';
import { eventually } from '../../helpers/eventually.js';
import { useWorld } from '../support/world.js';

const used = useWorld();

describe('Wrong frames close the connection', () => {
  const frames: [title: string, frame: string, code: number][] = [
    ['not JSON', 'nonsense', 4002],
    ['no object', '5', 4002],
    ['null', 'null', 4002],
    ['no opcode', '{}', 4002],
    ['an opcode that is not a number', '{"op":"2"}', 4002],
    ['an unknown opcode', '{"op":99}', 4001],
    ['an opcode of the server', '{"op":0,"d":{}}', 4001],
    ['IDENTIFY without a token', '{"op":2,"d":{}}', 4002],
    ['IDENTIFY with a token that is not text', '{"op":2,"d":{"token":{}}}', 4002],
    ['a wrong shard', '{"op":2,"d":{"token":"TOKEN","shard":[2,2]}}', 4010],
    ['a command before IDENTIFY', '{"op":3,"d":{"status":"idle"}}', 4003],
    ['more than 4096 bytes', `{"op":1,"d":"${'x'.repeat(4096)}"}`, 4002],
    ['more than a frame may have', 'x'.repeat(100_000), 1009],
    ['deep nesting', '['.repeat(4000), 4002],
  ];
  for (const [title, frame, code] of frames) {
    test(`${title}: ${code}`, async () => {
      const gateway = await used.service.connect();
      gateway.sendRaw(frame.replace('TOKEN', used.world.member.token));
      assert.equal((await gateway.untilClosed()).code, code);
    });
  }

  test('bytes that are not text: 4002', async () => {
    const gateway = await used.service.connect();
    gateway.sendRaw(Buffer.from([0xff, 0xfe, 0x00]));
    assert.equal((await gateway.untilClosed()).code, 4002);
  });

  test('a second IDENTIFY: 4005', async () => {
    const gateway = await used.service.identify(used.world.member.token);
    gateway.send(2, { token: used.world.member.token });
    assert.equal((await gateway.untilClosed()).code, 4005);
  });

  test('more than 120 payloads a minute: 4008', async () => {
    const gateway = await used.service.connect();
    for (let count = 0; count <= 120; count++) gateway.send(1, null);
    assert.equal((await gateway.untilClosed()).code, 4008);
  });

  test('120 payloads in each minute, and 4096 bytes in a payload, do not', async () => {
    // IDENTIFY is the first of the 120.
    const gateway = await used.service.identify(used.world.member.token);
    const acknowledged = () => gateway.frames.filter(({ op }) => op === 11).length;
    const empty = JSON.stringify({ op: 1, d: '' });
    for (const [heartbeats, total] of [
      [119, 119],
      [120, 239],
    ] as const) {
      gateway.sendRaw(JSON.stringify({ op: 1, d: 'x'.repeat(4096 - empty.length) }));
      for (let count = 1; count < heartbeats; count++) gateway.send(1, null);
      await eventually(() => acknowledged() === total);
      await used.service.clock.advance(GATEWAY_LIMITS.PAYLOAD_WINDOW_MS);
    }
    assert.equal(gateway.closed, null);
    await gateway.close();
  });

  test('an unknown encoding or version closes with a code from which clients do not reconnect', async () => {
    for (const query of ['v=6&encoding=xml', 'v=5&encoding=json', 'v=99&encoding=json']) {
      const gateway = await used.service.connect(query);
      const { code, reason } = await gateway.untilClosed();
      assert.deepEqual([code, /not supported/.test(reason)], [4012, true]);
    }
  });
});

describe('Heartbeats', () => {
  test('are acknowledged, and their absence ends the connection with 4009', async () => {
    const gateway = await used.service.identify(used.world.member.token);
    gateway.send(1, 1);
    await gateway.op(11);
    await used.service.clock.advance(GATEWAY_LIMITS.HEARTBEAT_INTERVAL_MS);
    assert.equal(gateway.closed, null);
    await used.service.clock.advance(GATEWAY_LIMITS.HEARTBEAT_INTERVAL_MS);
    assert.equal((await gateway.untilClosed()).code, 4009);
  });

  test('what else a client says does not stand for them', async () => {
    const gateway = await used.service.identify(used.world.member.token);
    await used.service.clock.advance(GATEWAY_LIMITS.HEARTBEAT_INTERVAL_MS);
    gateway.send(3, { status: 'idle' });
    await gateway.heard('GUILD_CREATE');
    await used.service.clock.advance(GATEWAY_LIMITS.HEARTBEAT_INTERVAL_MS);
    assert.equal((await gateway.untilClosed()).code, 4009);
  });

  test('a connection that never identifies is closed', async () => {
    const gateway = await used.service.connect();
    await gateway.op(10);
    await used.service.clock.advance(GATEWAY_LIMITS.IDENTIFY_WITHIN_MS);
    assert.equal((await gateway.untilClosed()).code, 4003);
  });
});
