// test:all faults: kills and suspends nodes until their leases end
import assert from 'node:assert/strict';
import type { GuildEntry } from '#guildhall/store/cluster.js';
import type { Store } from '#guildhall/store/store.js';
import { eventually } from '../helpers/eventually.js';
import { enginesTest } from '../helpers/nodes/engines-test.js';
import { sharedPostgres } from '../helpers/postgres/postgres-server.js';
import { addAccounts, addGuild, loadGuild } from '../store/contract/fixtures.js';
import { openNode } from '../store/postgres/support/open-node.js';
import { NatsServer, sharedNats } from './support/nats-server.js';
import { NodeProcess } from './support/node-process.js';

const GUILD = '10';

/** Two nodes as processes, over one database and one bus. */
interface Cluster {
  readonly store: Store;
  readonly a: NodeProcess;
  readonly b: NodeProcess;
}

async function withCluster(run: (cluster: Cluster) => Promise<void>, bus?: NatsServer): Promise<void> {
  const server = await sharedPostgres();
  const database = await server.takeDatabase();
  const store = await openNode(server.settings(database));
  try {
    await addAccounts(store, '1');
    await addGuild(store, GUILD);
    const busUrl = bus?.url ?? (await sharedNats());
    await using a = await NodeProcess.start(server.url(database), busUrl, 'node-a');
    await using b = await NodeProcess.start(server.url(database), busUrl, 'node-b');
    await run({ store, a, b });
  } finally {
    await store.close();
    await server.dropDatabase(database);
  }
}

async function storedEntries({ cluster }: Store): Promise<GuildEntry[]> {
  return (await cluster?.entries.after(GUILD, 0, 1000)) ?? [];
}

const asText = ({ sequence, text }: GuildEntry) => `${sequence} ${text}`;

function clusterTest(title: string, run: (cluster: Cluster) => Promise<void>): void {
  enginesTest(title, () => withCluster(run));
}

clusterTest(
  'a guild is changed over both nodes, and both receive each change once and in order',
  async ({ a, b, store }) => {
    a.follow(GUILD);
    b.follow(GUILD);
    const keys = Array.from({ length: 40 }, (_, index) => `key-${index}`);
    const outcomes = await Promise.all(
      keys.map((key, index) => (index % 2 === 0 ? a : b).rename(GUILD, key)),
    );
    assert.deepEqual([...new Set(outcomes)], ['done']);
    const stored = (await storedEntries(store)).map(asText);
    assert.equal(stored.length, keys.length);
    for (const node of [a, b]) {
      await eventually(() => node.entries.length >= stored.length, {
        describe: () => `${node.entries.length} entries arrived`,
      });
      assert.deepEqual(node.entries, stored);
    }
  },
);

clusterTest('the guild of a node that was killed is changed by the other one', async ({ a, b, store }) => {
  assert.equal(await a.rename(GUILD, 'by-a'), 'done');
  const forwarded = Array.from({ length: 10 }, (_, index) => b.rename(GUILD, `over-b-${index}`));
  await a[Symbol.asyncDispose]();
  assert.deepEqual([...new Set(await Promise.all(forwarded))], ['done']);
  assert.equal(await b.rename(GUILD, 'by-b'), 'done');
  assert.equal((await loadGuild(store, GUILD)).settings.name, 'by-b');
  const texts = (await storedEntries(store)).map(({ text }) => text);
  assert.equal(texts.length, 12);
  assert.equal(new Set(texts).size, texts.length);
});

clusterTest(
  'a node that was stopped past its lease stores nothing, and forwards when it continues',
  async ({ a, b, store }) => {
    a.follow(GUILD);
    assert.equal(await a.rename(GUILD, 'by-a'), 'done');
    a.suspend();
    const late = Array.from({ length: 5 }, (_, index) => a.rename(GUILD, `late-${index}`));
    assert.equal(await b.rename(GUILD, 'by-b'), 'done');
    a.continue();
    assert.deepEqual([...new Set(await Promise.all(late))], ['done']);
    assert.equal(await b.rename(GUILD, 'last'), 'done');
    assert.equal((await loadGuild(store, GUILD)).settings.name, 'last');
    const stored = (await storedEntries(store)).map(asText);
    assert.equal(stored.length, 8);
    assert.deepEqual(stored.slice(0, 2), ['1 by-a', '2 by-b']);
    await eventually(() => a.entries.length >= stored.length, {
      describe: () => `${a.entries.length} entries arrived`,
    });
    assert.deepEqual(a.entries, stored);
  },
);

enginesTest(
  'without the bus a node changes the guilds it owns, and events arrive from the store',
  async () => {
    await using bus = await NatsServer.startOwn();
    await withCluster(async ({ a, b }) => {
      assert.equal(await a.rename(GUILD, 'before'), 'done');
      b.follow(GUILD);
      await bus.kill();
      assert.equal(await a.rename(GUILD, 'without-bus'), 'done');
      await eventually(() => b.entries.length === 2, { describe: () => `entries: ${b.entries.join(', ')}` });
      bus.restart();
      assert.equal(await b.rename(GUILD, 'with-bus'), 'done');
      assert.deepEqual(b.entries.slice(0, 2), ['1 before', '2 without-bus']);
    }, bus);
  },
);

clusterTest('the guilds of a node that ends in order are taken at once', async ({ a, b, store }) => {
  assert.equal(await a.rename(GUILD, 'by-a'), 'done');
  await a.stop();
  const taken = await store.cluster?.ownership.take(GUILD, 'node-of-the-test');
  assert.deepEqual(taken, { kind: 'taken', epoch: 2, sequence: 1 });
  assert.equal(await b.rename(GUILD, 'by-b'), 'done');
});
