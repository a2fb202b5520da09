// test:all faults: kills a node and waits for the end of its lease
import assert from 'node:assert/strict';
import { GATEWAY_LIMITS } from '#guildhall/api/gateway/limits.js';
import { ApiProcess } from '../../api/support/api-process.js';
import { GatewayClient } from '../../api/support/gateway-client.js';
import { ServiceClock } from '../../api/support/service-clock.js';
import type { Person } from '../../api/support/test-service.js';
import { makeWorld } from '../../api/support/world.js';
import { EitherClock } from '../../helpers/nodes/either-clock.js';
import { enginesTest } from '../../helpers/nodes/engines-test.js';
import { withTemporaryFolder } from '../../helpers/temporary-folder.js';
import { ClusterOfServices } from '../support/cluster-of-services.js';

enginesTest('a temporary member whose node is killed leaves once, unless they connect again', async () => {
  await using cluster = await ClusterOfServices.start();
  const time = new ServiceClock();
  const clock = new EitherClock(time);
  const a = await cluster.addNode('a', {}, { clock });
  const b = await cluster.addNode('b', {}, { clock });
  const { bot, guild, member, stranger, text } = await makeWorld(a);
  const [leaving, returning] = [await a.person('Leaving'), await a.person('Returning')];
  const { code } = await a.ok('POST', `/channels/${text}/invites`, { as: bot, json: { temporary: true } });
  for (const { token } of [leaving, returning]) await b.ok('POST', `/invites/${code}`, { as: token });
  const watchers = [await a.identify(bot.slice('Bot '.length)), await b.identify(member.token)];
  for (const watcher of watchers) await watcher.heard('GUILD_CREATE');

  await withTemporaryFolder(async (home) => {
    const node = await ApiProcess.start(home, 'c', cluster.postgres.url(cluster.database), cluster.busUrl);
    for (const { token } of [leaving, returning, stranger]) await GatewayClient.identify(node.url, token);
    for (const watcher of watchers) await untilIs('online', watcher, leaving);
    await node[Symbol.asyncDispose]();
  });
  const again = await b.identify(returning.token);
  for (const watcher of watchers) await untilIs('offline', watcher, leaving);
  for (let past = 0; past < GATEWAY_LIMITS.RESUME_WITHIN_MS; past += GATEWAY_LIMITS.HEARTBEAT_INTERVAL_MS) {
    await time.advance(GATEWAY_LIMITS.HEARTBEAT_INTERVAL_MS);
    for (const client of [...watchers, again]) {
      client.send(1, null);
      await client.op(11);
    }
  }
  for (const watcher of watchers) {
    assert.equal((await watcher.heard('GUILD_MEMBER_REMOVE')).user.id, leaving.id);
  }
  await a.ok('POST', `/channels/${text}/messages`, { as: bot, json: { content: 'after' } });
  for (const watcher of watchers) {
    await watcher.heard('MESSAGE_CREATE');
    assert.equal(watcher.dispatches.filter((name) => name === 'GUILD_MEMBER_REMOVE').length, 1);
  }
  const statusOf = async ({ id }: Person) =>
    (await a.request('GET', `/guilds/${guild}/members/${id}`, { as: bot })).status;
  assert.deepEqual([await statusOf(leaving), await statusOf(returning)], [404, 200]);
  await again.close();
});

/** Waits until a client receives this status of somebody. */
async function untilIs(status: string, watcher: GatewayClient, { id }: Person): Promise<void> {
  for (;;) {
    const presence = await watcher.heard('PRESENCE_UPDATE');
    if (presence.user.id === id && presence.status === status) return;
  }
}
