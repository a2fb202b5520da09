import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get, type IncomingMessage, request } from 'node:http';
import { test } from 'node:test';
import { HealthServer } from '#guildhall/daemon/health/health-server.js';
import { Readiness } from '#guildhall/daemon/health/readiness.js';
import { ServiceMetrics } from '#guildhall/daemon/health/service-metrics.js';
import { allowAnyPeer } from '#guildhall/net/peer-check.js';
import { systemClock } from '#guildhall/platform/clock.js';
import { silentLogger } from '#guildhall/platform/log.js';
import { ServiceClock } from '../../api/support/service-clock.js';
import { readMetrics } from './read-metrics.js';

/** A server for a service whose readiness the test chooses. */
async function withServer(
  run: (port: number, readiness: Readiness, clock: ServiceClock) => Promise<void>,
): Promise<void> {
  const readiness = new Readiness(systemClock);
  const clock = new ServiceClock();
  const server = await HealthServer.start({
    port: 0,
    peers: allowAnyPeer,
    readiness,
    metrics: new ServiceMetrics(),
    clock,
    log: silentLogger,
  });
  try {
    await run(server.port, readiness, clock);
  } finally {
    await server.stop();
  }
}

async function read(port: number, path: string): Promise<{ status: number; text: string }> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`);
  return { status: response.status, text: await response.text() };
}

test('a process is alive, and ready once its service is', () =>
  withServer(async (port, readiness, clock) => {
    const readyz = async () => {
      await clock.advance(100);
      return read(port, '/readyz');
    };
    assert.deepEqual(await read(port, '/healthz'), { status: 200, text: 'alive\n' });
    assert.deepEqual(await readyz(), { status: 503, text: 'starting\n' });
    let reason: string | null = 'this node has no lease';
    readiness.started({ findUnreadiness: async () => reason });
    assert.deepEqual(await readyz(), { status: 503, text: 'this node has no lease\n' });
    reason = null;
    assert.deepEqual(await readyz(), { status: 200, text: 'ready\n' });
    readiness.drain();
    assert.deepEqual(await readyz(), { status: 503, text: 'draining\n' });
    assert.deepEqual(await read(port, '/healthz'), { status: 200, text: 'alive\n' });
  }));

test('a service that does not answer in time, or fails, is not ready', async () => {
  const clock = new ServiceClock();
  const readiness = new Readiness(clock);
  readiness.started({ findUnreadiness: () => new Promise(() => {}) });
  const reason = readiness.findReason();
  await clock.advance(1000);
  assert.equal(await reason, 'the store does not answer');
  readiness.started({ findUnreadiness: () => Promise.reject(new Error('broken')) });
  assert.equal(await readiness.findReason(), 'the store does not answer');
});

test('replies are repeated for a moment', () =>
  withServer(async (port, readiness, clock) => {
    let questions = 0;
    readiness.started({
      findUnreadiness: async () => {
        questions += 1;
        return null;
      },
    });
    for (let time = 0; time < 5; time += 1) assert.equal((await read(port, '/readyz')).status, 200);
    assert.equal(questions, 1);
    await clock.advance(100);
    await read(port, '/readyz');
    assert.equal(questions, 2);
  }));

test('metrics are in the text format of Prometheus', () =>
  withServer(async (port) => {
    const { status, text } = await read(port, '/metrics');
    assert.equal(status, 200);
    const metrics = readMetrics(text);
    assert.ok((metrics.get('process_resident_memory_bytes') ?? 0) > 1_000_000);
    assert.ok(metrics.has('nodejs_eventloop_lag_p99_seconds'));
    assert.ok([...metrics.keys()].some((name) => name.startsWith('guildhall_build_info{version=')));
  }));

/** What is refused: foreign names of this host, and web pages. */
const FOREIGN: readonly Record<string, string>[] = [
  { host: 'evil.example' },
  { host: '127.0.0.1:1' },
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
];
for (const headers of FOREIGN) {
  test(`a request with ${JSON.stringify(headers)} is refused`, () =>
    withServer(async (port) => {
      for (const path of ['/healthz', '/readyz', '/metrics', '/']) {
        const [response] = (await once(
          get({ host: '127.0.0.1', port, path, headers, agent: false }),
          'response',
        )) as [IncomingMessage];
        response.resume();
        assert.equal(response.statusCode, 403);
      }
    }));
}

test('only reads of known paths are answered', () =>
  withServer(async (port) => {
    assert.equal((await read(port, '/')).status, 404);
    assert.equal((await read(port, '/metrics/x')).status, 404);
    const sent = request({ host: '127.0.0.1', port, path: '/metrics', method: 'POST', agent: false }).end(
      'x',
    );
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    response.resume();
    assert.equal(response.statusCode, 405);
    const head = await fetch(`http://127.0.0.1:${port}/healthz`, { method: 'HEAD' });
    assert.deepEqual([head.status, await head.text()], [200, '']);
  }));
