import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { ServiceMetrics } from '#guildhall/daemon/health/service-metrics.js';
import { openStore } from '#guildhall/store/sqlite/open-store.js';
import { TestService } from '../../api/support/test-service.js';
import { makeWorld } from '../../api/support/world.js';
import { eventually } from '../../helpers/eventually.js';
import { withTemporaryFolder } from '../../helpers/temporary-folder.js';
import { readMetrics } from './read-metrics.js';

/** The values of some metrics now. */
async function read(metrics: ServiceMetrics): Promise<(name: string) => number> {
  const { type, text } = await metrics.read();
  assert.match(type, /^text\/plain; version=0\.0\.4/);
  const samples = readMetrics(text);
  return (name) => samples.get(`guildhall_${name}`) ?? 0;
}

test('metrics follow what the service does', () =>
  withTemporaryFolder(async (folder) => {
    const metrics = new ServiceMetrics();
    const service = await TestService.start({
      observer: metrics,
      openStore: (onError) =>
        openStore(join(folder, 'store.db'), onError, { observe: (report) => metrics.committed(report) }),
    });
    try {
      metrics.observeFigures(() => service.api.figures());
      const idle = await read(metrics);
      assert.deepEqual([idle('guilds'), idle('gateway_sessions'), idle('gateway_connections')], [0, 0, 0]);
      assert.equal(idle('commit_batch_changes_count'), 0);
      const world = await makeWorld(service);
      const before = await read(metrics);
      assert.equal(before('guilds'), 1);
      const stored = 'commit_duration_seconds_count{outcome="stored"}';
      assert.ok(before(stored) > 0);
      assert.equal(before('commit_batch_changes_count'), before(stored));
      assert.ok(before('commit_batch_changes_sum') >= before(stored));
      await service.request('GET', `/channels/${world.text}/messages`, { as: world.bot });
      await service.request('GET', '/channels/1/messages', { as: world.bot });
      await service.request('GET', '/no-such-route');
      await service.identify(world.game.bot.token);
      await eventually(async () => {
        const after = await read(metrics);
        const grew = (status: string) =>
          after(`http_requests_total{status="${status}"}`) -
          before(`http_requests_total{status="${status}"}`);
        return grew('2xx') === 1 && grew('4xx') === 2 && after('gateway_sessions') === 1;
      });
      assert.equal((await read(metrics))('gateway_connections'), 1);
      assert.equal((await read(metrics))('owned_guilds'), 0);
    } finally {
      await service.stop();
    }
  }));

test('what the service holds is read once for each scrape', async () => {
  const metrics = new ServiceMetrics();
  let reads = 0;
  const cluster = {
    ownedGuilds: 1,
    followedGuilds: 2,
    entriesBehind: 3,
    isBusConnected: false,
    refusedMessages: 4,
    clockAhead: -1.5,
  };
  metrics.observeFigures(() => {
    reads += 1;
    return { guilds: reads, gatewaySessions: 0, gatewayConnections: 0, cluster };
  });
  reads = 0;
  const values = await read(metrics);
  assert.deepEqual(
    [reads, values('guilds'), values('bus_connected'), values('followed_guilds')],
    [1, 1, 0, 2],
  );
  assert.deepEqual([values('bus_refused_messages'), values('clock_ahead_seconds')], [4, -1.5]);
});
