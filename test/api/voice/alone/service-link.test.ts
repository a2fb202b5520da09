import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { test } from 'node:test';
import { startVoiceService } from '#guildhall/api/compose/start-voice-service.js';
import { allowAnyPeer } from '#guildhall/net/peer-check.js';
import { createSecret } from '#guildhall/platform/crypto/secrets.js';
import { silentLogger } from '#guildhall/platform/log.js';
import { ManualClock } from '../../../hardware/support/manual-clock.js';
import { eventually } from '../../../helpers/eventually.js';

test('a service that accepts the connection and sends nothing is tried again', async (t) => {
  const sockets: Socket[] = [];
  const server = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const listening = server.address();
  assert.ok(typeof listening === 'object' && listening !== null);
  const clock = new ManualClock();
  const address = { host: '127.0.0.1', port: 0, publicAddress: null, publicIp: null, tls: null };
  const service = await startVoiceService({
    ...address,
    peers: allowAnyPeer,
    apiUrl: `http://127.0.0.1:${listening.port}/api`,
    secret: createSecret(),
    clock,
    log: silentLogger,
  });
  t.after(async () => {
    await service.stop();
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  await eventually(() => sockets.length === 1);
  await eventually(async () => {
    await clock.advance(10_000);
    return sockets.length > 1;
  });
});
