import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { WebSocket, WebSocketServer } from 'ws';

/** In seconds. Read when the helpers are loaded; this file lets waits be in vain. */
process.env.GUILDHALL_TEST_PATIENCE = '10';
const PATIENCE = 10_000;

const { eventually, inTime } = await import('./eventually.js');
const { RawRpcClient } = await import('./rpc-client.js');
const { ScriptedService } = await import('./scripted-service.js');
const { TestDaemon } = await import('./daemon.js');

/** How long something takes until it fails, in milliseconds. */
async function failing(run: () => Promise<unknown>, message: RegExp): Promise<number> {
  const startedAt = performance.now();
  await assert.rejects(run, { message });
  return performance.now() - startedAt;
}

test('a wait fails at once when its condition can no longer be fulfilled', async () => {
  const ended = () => 'the process ended';
  const options = { ended, describe: () => 'no reply came' };
  const took = await failing(() => eventually(() => false, options), /^the process ended; no reply came$/);
  assert.ok(took < PATIENCE);
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
    const took = await failing(
      () => client.next(({ evt }) => evt === 'READY'),
      /^closed with 4006 Invalid User before such a frame came; there are .*OTHER/,
    );
    assert.ok(took < PATIENCE);
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
    const took = await failing(
      () => connection.next(2),
      /^the client has left; no frame with op 2 came, but ops 1$/,
    );
    assert.ok(took < PATIENCE);
  } finally {
    await service.stop();
  }
});

test('a daemon that a signal ends before it serves is not waited for, and what it printed is shown', async () => {
  const through = ['sh', '-c', 'echo cannot start >&2; kill -KILL $$'];
  const took = await failing(
    () => TestDaemon.start({ through }),
    /^the daemon ended with SIGKILL; the daemon does not serve: cannot start/,
  );
  assert.ok(took < PATIENCE);
});

// Last: what follows in this file would wait a tenth of the time.
test('after a failed wait, later ones take a tenth of the time and report it', async () => {
  const first = await failing(() => eventually(() => false), /^the condition did not hold in time$/);
  const second = await failing(() => eventually(() => false), /waited a tenth of the time/);
  const third = await failing(
    () => inTime(new Promise(() => {}), () => 'nothing came'),
    /^nothing came \(waited/,
  );
  assert.ok(first >= PATIENCE - 50, `${first}`);
  for (const took of [second, third]) assert.ok(took < first / 2, `${took}`);
});
