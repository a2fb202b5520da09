import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { InProcessBus, InProcessHub } from '#guildhall/cluster/bus/in-process-bus.js';
import { joinCluster } from '#guildhall/cluster/join-cluster.js';
import { systemClock } from '#guildhall/platform/clock.js';
import { silentLogger } from '#guildhall/platform/log.js';
import { TestService } from '../api/support/test-service.js';
import { makeWorld } from '../api/support/world.js';
import { eventually } from '../helpers/eventually.js';
import { noPostgres, sharedPostgres } from '../helpers/postgres/postgres-server.js';
import { openNode } from '../store/postgres/support/open-node.js';

describe('Two clusters that share the server of the bus', { skip: noPostgres }, () => {
  test('receive nothing of each other, even if one was restored from the other', async () => {
    const server = await sharedPostgres();
    const database = await server.takeDatabase();
    const hub = new InProcessHub();
    const start = (node: string, name: string) =>
      TestService.start({
        cluster: joinCluster({ node, bus: new InProcessBus({ hub, clock: systemClock, log: silentLogger }) }),
        openStore: (onError) => openNode(server.settings(name), { onError }),
      });
    const first = await start('first', database);
    const { bot: as, member, text } = await makeWorld(first);
    await first.stop();
    const copy = await server.copyDatabase(database);
    const [production, restored] = [await start('a', database), await start('a', copy)];
    try {
      const session = await production.identify(member.token);
      await session.heard('GUILD_CREATE');
      const post = (service: TestService, content: string) =>
        service.ok('POST', `/channels/${text}/messages`, { as, json: { content } });
      await post(restored, 'restored');
      await post(production, 'production');
      const contents = () =>
        session.frames.filter(({ t }) => t === 'MESSAGE_CREATE').map(({ d }) => Object(d).content);
      await eventually(() => contents().length > 0);
      assert.deepEqual(contents(), ['production']);
    } finally {
      await production.stop();
      await restored.stop();
      await server.returnDatabase(database);
      await server.returnDatabase(copy);
    }
  });
});
