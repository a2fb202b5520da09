// test:all faults: kills and suspends processes of nodes until their leases end
import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ApiProcess } from '../api/support/api-process.js';
import { makeWorld, type World } from '../api/support/world.js';
import { enginesTest } from '../helpers/nodes/engines-test.js';
import { withTemporaryFolder } from '../helpers/temporary-folder.js';
import { ClusterOfServices } from './support/cluster-of-services.js';
import { NatsServer } from './support/nats-server.js';

/** Two processes of `guildhall api`, of which the first owns the guild. */
interface TwoProcesses {
  readonly first: ApiProcess;
  readonly second: ApiProcess;
  readonly world: World;
  /** Posts a message. @returns the status */
  post(node: ApiProcess, content: string): Promise<number>;
  /** The contents of all messages, oldest first. */
  contents(node: ApiProcess): Promise<string[]>;
}

async function withProcesses(
  run: (processes: TwoProcesses) => Promise<void>,
  busUrl?: string,
): Promise<void> {
  await using cluster = await ClusterOfServices.start(busUrl);
  const seed = await cluster.addNode('seed');
  const world = await makeWorld(seed);
  await seed.stop();
  await withTemporaryFolder(async (folder) => {
    const start = async (node: string) => {
      const home = join(folder, node);
      await mkdir(home, { mode: 0o700 });
      return ApiProcess.start(home, node, cluster.postgres.url(cluster.database), cluster.busUrl);
    };
    await using first = await start('first');
    await using second = await start('second');
    const path = `/channels/${world.text}/messages`;
    const post = async (node: ApiProcess, content: string) =>
      (await node.request('POST', path, world.bot, { content })).status;
    const contents = async (node: ApiProcess) => {
      const { body } = await node.request('GET', `${path}?limit=100`, world.bot);
      assert.ok(Array.isArray(body), JSON.stringify(body));
      return body.map(({ content }: { content: string }) => content).reverse();
    };
    assert.equal(await post(first, 'by the owner'), 200);
    await run({ first, second, world, post, contents });
  });
}

function processesTest(title: string, run: (processes: TwoProcesses) => Promise<void>): void {
  enginesTest(title, () => withProcesses(run));
}

processesTest('both processes change a guild', async ({ first, second, post, contents }) => {
  assert.equal(await post(second, 'over the other'), 200);
  assert.equal(await post(first, 'last'), 200);
  assert.deepEqual(await contents(first), ['by the owner', 'over the other', 'last']);
  assert.deepEqual(await contents(second), await contents(first));
});

processesTest(
  'a request is carried out although the owner was killed',
  async ({ first, second, post, contents }) => {
    assert.equal(await post(second, 'before'), 200);
    await first[Symbol.asyncDispose]();
    assert.equal(await post(second, 'after'), 200);
    assert.deepEqual(await contents(second), ['by the owner', 'before', 'after']);
  },
);

processesTest(
  'an owner that was stopped past its lease stores nothing that is stale, and loses nothing',
  async ({ first, second, post, contents }) => {
    first.suspend();
    const late = Promise.all(
      ['late 1', 'late 2', 'late 3'].map(async (content) => ({
        content,
        status: await post(first, content),
      })),
    );
    assert.equal(await post(second, 'meanwhile'), 200);
    first.continue();
    const confirmed: string[] = [];
    for (const { content, status } of await late) {
      assert.ok(status === 200 || status === 503, `${content}: ${status}`);
      if (status === 200) confirmed.push(content);
    }
    const stored = await contents(second);
    assert.deepEqual(await contents(first), stored);
    assert.deepEqual(stored.slice(0, 2), ['by the owner', 'meanwhile']);
    for (const content of confirmed) {
      assert.equal(stored.filter((one) => one === content).length, 1, content);
    }
    assert.equal(new Set(stored).size, stored.length);
  },
);

enginesTest('without the bus a node serves its guilds, and others get 503', async () => {
  await using bus = await NatsServer.startOwn();
  await withProcesses(async ({ first, second, world, post }) => {
    await bus.kill();
    assert.equal(await post(first, 'without the bus'), 200);
    const { status, body } = await second.request('GET', `/guilds/${world.guild}`, world.bot);
    assert.equal(status, 503);
    assert.deepEqual(body, { code: 0, message: '503: Service Unavailable' });
    bus.restart();
    assert.equal(await post(second, 'with the bus'), 200);
  }, bus.url);
});
