import assert from 'node:assert/strict';
import { once } from 'node:events';
import { describe, test } from 'node:test';
import { WebSocket } from 'ws';
import { GATEWAY_LIMITS } from '#guildhall/api/gateway/limits.js';
import { etfBomb, wideHeartbeat } from '../../helpers/etf-bomb.js';
import { eventually } from '../../helpers/eventually.js';
import { OPCODES, rawFrame, tcp } from '../../helpers/raw-websocket.js';
import { useWorld } from '../support/world.js';

const used = useWorld();

/** A bare connection; `closed` gives the code that ended it. */
async function open(query: string) {
  const socket = new WebSocket(
    `${used.service.url.replace('http:', 'ws:').replace(/\/api$/, '')}/?v=6&${query}`,
  );
  socket.on('error', () => undefined);
  const messages: Buffer[] = [];
  socket.on('message', (data: Buffer) => messages.push(data));
  const closed = once(socket, 'close').then(([code]) => code as number);
  await eventually(() => messages.length > 0);
  return { socket, messages, closed };
}

describe('A payload', () => {
  test('that is compressed is acknowledged where it inflates to what a payload may have', async () => {
    const { socket, messages, closed } = await open('encoding=etf');
    socket.send(etfBomb(GATEWAY_LIMITS.PAYLOAD_BYTES, 'text'));
    await eventually(() => messages.length === 2);
    socket.close(1000);
    await closed;
  });

  for (const bytes of [GATEWAY_LIMITS.PAYLOAD_BYTES + 1, 1_000_000]) {
    test(`that inflates to ${bytes} bytes is refused with 4002`, async () => {
      const { socket, closed } = await open('encoding=etf');
      const bomb = etfBomb(bytes, 'text');
      assert.ok(bomb.length < GATEWAY_LIMITS.PAYLOAD_BYTES);
      socket.send(bomb);
      assert.equal(await closed, 4002);
    });
  }

  test('of more values than a payload needs is refused with 4002', async () => {
    const { socket, closed } = await open('encoding=etf');
    socket.send(wideHeartbeat(GATEWAY_LIMITS.PAYLOAD_BYTES));
    assert.equal(await closed, 4002);
  });

  test('that is never finished closes its connection with 1008, even with pings in between', async () => {
    const { socket, closed } = await open('encoding=json');
    tcp(socket).write(rawFrame(OPCODES.TEXT, Buffer.from('{"op":'), false));
    for (let second = 0; second < GATEWAY_LIMITS.UNFINISHED.seconds; second += 1) {
      const pong = once(socket, 'pong');
      tcp(socket).write(rawFrame(OPCODES.PING, Buffer.alloc(0)));
      await pong;
      await used.service.clock.advance(1000);
    }
    assert.equal(await closed, 1008);
  });
});

test('a flood of control frames ends its connection with 4008', async () => {
  const { socket, closed } = await open('encoding=json');
  // Pings would be stopped sooner: the WebSocket bounds the pongs that it owes.
  for (let sent = 0; sent < 2000; sent += 1) socket.pong();
  assert.equal(await closed, 4008);
});

describe('Before IDENTIFY', () => {
  test('heartbeats are acknowledged but do not extend the deadline', async () => {
    const { socket, messages, closed } = await open('encoding=json');
    const third = GATEWAY_LIMITS.IDENTIFY_WITHIN_MS / 3;
    for (let beat = 1; beat <= 2; beat += 1) {
      await used.service.clock.advance(third);
      socket.send('{"op":1,"d":null}');
      await eventually(() => messages.length === 1 + beat);
    }
    await used.service.clock.advance(third);
    assert.equal(await closed, 4003);
  });

  test('a zlib stream is written without a deflate context: as stored blocks', async () => {
    const { socket, messages, closed } = await open('encoding=json&compress=zlib-stream');
    socket.send('{"op":1,"d":null}');
    await eventually(() => messages.length === 2);
    const [hello, acknowledged] = messages;
    assert.match(String(hello), /"op":10/);
    assert.match(String(acknowledged), /"op":11/);
    socket.close(1000);
    await closed;
  });

  test('the oldest connection makes room where there are too many; those that identified stay', async () => {
    const identified = await used.service.identify(used.world.member.token);
    const oldest = await open('encoding=json');
    const others = await Promise.all(
      Array.from({ length: GATEWAY_LIMITS.UNIDENTIFIED }, () => open('encoding=json')),
    );
    assert.ok([4003, 1006].includes(await oldest.closed));
    const newest = await used.service.identify(used.world.member.token);
    assert.equal(identified.closed, null);
    for (const { socket } of others) socket.terminate();
    await Promise.all([identified.close(), newest.close()]);
  });
});
