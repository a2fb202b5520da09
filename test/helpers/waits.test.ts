// own process: waits that are in vain shorten later ones
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { WebSocket, WebSocketServer } from 'ws';
import { TestDaemon } from './daemon.js';
import { eventually, inTime } from './eventually.js';
import { PATIENCE, patience } from './patience.js';
import { RawRpcClient } from './rpc-client.js';
import { ScriptedService } from './scripted-service.js';

/** Each message tells whether the wait was in vain. */
const failing = (run: () => Promise<unknown>, message: RegExp) => assert.rejects(run, { message });

test('a wait fails at once when its condition can no longer be fulfilled', async () => {
  const ended = () => 'the process ended';
  const options = { ended, describe: () => 'no reply came' };
  await failing(() => eventually(() => false, options), /^the process ended; no reply came$/);
  assert.equal(await eventually(() => 'just before the end', options), 'just before the end');
});

test('a frame of a connection that the server closed is not waited for', async () => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  server.on('connection', (socket) => {
    socket.send('{"evt":"OTHER"}');
    socket.close(4006, 'Invalid User');
  });
  await once(server, 'listening');
  try {
    const { port } = server.address() as { port: number };
    const client = await RawRpcClient.open({ port, clientId: '1' });
    await failing(
      () => client.next(({ evt }) => evt === 'READY'),
      /^closed with 4006 Invalid User before such a frame came; there are .*OTHER/,
    );
    assert.deepEqual(await Promise.race([client.next(), client.closed]), { evt: 'OTHER' });
    assert.deepEqual(await Promise.race([client.next(), client.closed]), {
      code: 4006,
      reason: 'Invalid User',
    });
  } finally {
    server.close();
  }
});

test('a frame of a client that left the scripted gateway is not waited for', async () => {
  const service = await ScriptedService.start();
  try {
    const client = new WebSocket(service.url.replace('http', 'ws'));
    client.on('open', () => client.send('{"op":1}', () => client.close()));
    const connection = await service.accept();
    await failing(() => connection.next(2), /^the client has left; no frame with op 2 came, but ops 1$/);
  } finally {
    await service.stop();
  }
});

test('a daemon that a signal ends before it serves is not waited for, and what it printed is shown', async () => {
  const through = ['sh', '-c', 'echo cannot start >&2; kill -KILL $$'];
  await failing(
    () => TestDaemon.start({ through }),
    /^the daemon ended with SIGKILL; the daemon does not serve: cannot start/,
  );
});

// Last: what follows in this file would wait a tenth of the time.
test('after a failed wait, later ones take a tenth of the time and report it', async () => {
  const options = { share: 0.001 };
  assert.equal(patience(), PATIENCE);
  await failing(() => eventually(() => false, options), /^the condition did not hold in time$/);
  assert.equal(patience(), PATIENCE / 10);
  await failing(() => eventually(() => false, options), /waited a tenth of the time/);
  const never = new Promise(() => {});
  await failing(() => inTime(never, () => 'nothing came', 0.001), /^nothing came \(waited/);
});
