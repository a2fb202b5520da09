import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { WebSocket, WebSocketServer } from 'ws';
import { VOICE_LIMITS } from '#guildhall/api/voice/limits.js';
import { VoiceGatewayConnection } from '#guildhall/api/voice/voice-gateway-connection.js';
import { FrameBudgets } from '#guildhall/net/frames/frame-budget.js';
import { systemClock } from '#guildhall/platform/clock.js';
import { silentLogger } from '#guildhall/platform/log.js';

/** More than the buffers of the kernel and the limit together. */
const MOST_BYTES = 64 * 1024 * 1024;

test('a client that does not read is disconnected, and no more is kept for it', async () => {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const client = new WebSocket(`ws://127.0.0.1:${port}`);
  const [[socket]] = (await Promise.all([once(server, 'connection'), once(client, 'open')])) as [
    [WebSocket],
    [],
  ];
  client.pause();
  let written = 0;
  const listener = { payload: () => {}, closed: () => {} };
  const connection = new VoiceGatewayConnection({
    socket,
    peerAddress: '127.0.0.1',
    version: 8,
    budget: new FrameBudgets(VOICE_LIMITS.WORK, systemClock).create(),
    listener,
    wrote: () => {
      written += 1;
    },
    clock: systemClock,
    log: silentLogger,
  });
  const payload = { op: 5, d: 'x'.repeat(64 * 1024) };
  for (let sent = 0; sent < MOST_BYTES; sent += payload.d.length) connection.send(payload);
  assert.ok(socket.bufferedAmount < VOICE_LIMITS.UNREAD_BYTES * 2);
  // By this, all connections together are limited.
  assert.ok(written > 0);
  client.resume();
  const [code] = await once(client, 'close');
  assert.equal(code, 4009);
  server.close();
});
