// test:all faults: drains in real time
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { makeWorld } from '../../api/support/world.js';
import { ClusterOfServices } from '../../cluster/support/cluster-of-services.js';
import { eventually, inTime } from '../../helpers/eventually.js';
import { freePort } from '../../helpers/free-port.js';
import { enginesTest } from '../../helpers/nodes/engines-test.js';
import { RoundRobin } from '../../helpers/nodes/round-robin.js';
import { onlyPosix } from '../../helpers/only-on.js';
import { endProcess } from '../../helpers/other-user.js';
import { withTemporaryFolder } from '../../helpers/temporary-folder.js';
import { readMetrics } from './read-metrics.js';

const MAIN = fileURLToPath(import.meta.resolve('#guildhall/cli/main.js'));
const skipOnWindows = onlyPosix('there are no signals on Windows');

/** `guildhall api` with metrics, over a SQLite file. */
async function withProcess(
  flags: readonly string[],
  run: (child: ReturnType<typeof spawn>, metricsUrl: string) => Promise<void>,
): Promise<void> {
  await withTemporaryFolder(async (home) => {
    const fixed = ['--home', home, '--json', '--api-port', '0', '--voice-port', 'off', '--metrics-port', '0'];
    const child = spawn(process.execPath, [MAIN, 'api', ...fixed, ...flags], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    try {
      const [line] = await once(child.stdout ?? assert.fail(), 'data');
      await run(child, JSON.parse(String(line)).metrics.url);
    } finally {
      await endProcess(child);
    }
  });
}

/** The status of `/readyz`; null: it does not answer. */
async function readyz(metricsUrl: string): Promise<{ status: number; text: string } | null> {
  try {
    const response = await fetch(new URL('/readyz', metricsUrl));
    return { status: response.status, text: await response.text() };
  } catch {
    return null;
  }
}

test('a process that is told to stop says so for the time that was chosen', { skip: skipOnWindows }, () =>
  withProcess(['--drain-seconds', '1'], async (child, url) => {
    assert.deepEqual(await readyz(url), { status: 200, text: 'ready\n' });
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    await eventually(async () => (await readyz(url))?.text === 'draining\n');
    assert.deepEqual(await inTime(exited, () => 'it does not end', 3), [0, null]);
  }),
);

for (const second of ['SIGTERM', 'SIGINT'] as const) {
  test(`${second} after SIGTERM ends a process that drains at once`, { skip: skipOnWindows }, () =>
    withProcess(['--drain-seconds', '600'], async (child, url) => {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await eventually(async () => (await readyz(url))?.text === 'draining\n');
      child.kill(second);
      assert.deepEqual(await inTime(exited, () => 'it continues'), [null, second]);
    }),
  );
}

const title = 'no request fails while one of two nodes is stopped behind a balancer that asks /readyz';
enginesTest(title, stopOneOfTwo);

const CLIENTS = 4;
const DRAIN_SECONDS = '2';

/** A node behind a balancer. */
interface Node {
  readonly child: ReturnType<typeof spawn>;
  readonly port: number;
  readonly metricsUrl: string;
}

async function stopOneOfTwo(): Promise<void> {
  await using cluster = await ClusterOfServices.start();
  const seed = await cluster.addNode('seed');
  const world = await makeWorld(seed);
  await seed.stop();
  const balancer = await RoundRobin.start(0);
  const url = `http://127.0.0.1:${balancer.port}/api`;
  await withTemporaryFolder(async (folder) => {
    const nodes: Node[] = [];
    let isOver = false;
    let readyNodes = 0;
    try {
      for (const name of ['first', 'second']) nodes.push(await startNode(join(folder, name), name));
      const [first, second] = nodes as [Node, Node];
      const balancing = followReadiness();
      const posted: string[] = [];
      const clients = Array.from({ length: CLIENTS }, (_, client) => postUntilOver(client, posted));
      // As in a rolling restart: one node is stopped once the other is ready.
      await eventually(() => readyNodes === 2 && posted.length > 10 * CLIENTS);
      const exited = once(first.child, 'exit');
      first.child.kill('SIGTERM');
      assert.deepEqual(await inTime(exited, () => 'it does not end', 3), [0, null]);
      const then = posted.length;
      await eventually(() => posted.length > then + 10 * CLIENTS);
      isOver = true;
      await Promise.all([...clients, balancing]);
      const found = await contents();
      assert.deepEqual([new Set(found), found.length], [new Set(posted), posted.length]);
      const metrics = readMetrics(await (await fetch(second.metricsUrl)).text());
      assert.equal(metrics.get('guildhall_owned_guilds'), 1);
    } finally {
      isOver = true;
      for (const { child } of nodes) await endProcess(child);
      await balancer.stop();
    }

    async function startNode(home: string, name: string): Promise<Node> {
      await mkdir(home, { mode: 0o700 });
      const port = await freePort();
      const store = cluster.postgres.url(cluster.database);
      const shared = ['--store', store, '--bus', cluster.busUrl, '--node', name];
      const ports = ['--api-port', String(port), '--api-public-url', url, '--voice-port', 'off'];
      const health = ['--metrics-port', '0', '--drain-seconds', DRAIN_SECONDS];
      const flags = ['--home', home, '--json', ...shared, ...ports, ...health];
      const child = spawn(process.execPath, [MAIN, 'api', ...flags], { stdio: ['ignore', 'pipe', 'ignore'] });
      const [line] = await inTime(once(child.stdout, 'data'), () => `${name} does not start`, 3);
      return { child, port, metricsUrl: JSON.parse(String(line)).metrics.url };
    }

    async function followReadiness(): Promise<void> {
      while (!isOver) {
        const states = await Promise.all(nodes.map(async ({ metricsUrl }) => readyz(metricsUrl)));
        const ready = nodes.filter((_, index) => states[index]?.status === 200);
        readyNodes = ready.length;
        // Without any it continues with those that it knows, as balancers do.
        if (readyNodes > 0) balancer.use(ready);
        await sleep(20);
      }
    }

    async function postUntilOver(client: number, posted: string[]): Promise<void> {
      await eventually(() => balancer.isUsed);
      for (let number = 1; !isOver; number += 1) {
        const content = `${client}: ${number}`;
        const response = await fetch(`${url}/channels/${world.text}/messages`, {
          method: 'POST',
          headers: { authorization: world.bot, 'content-type': 'application/json' },
          body: JSON.stringify({ content }),
        });
        assert.equal(response.status, 200, await response.text());
        posted.push(content);
      }
    }

    /** All messages, newest first. */
    async function contents(): Promise<string[]> {
      const found: { id: string; content: string }[] = [];
      for (;;) {
        const before = found.length === 0 ? '' : `&before=${found.at(-1)?.id}`;
        const path = `/channels/${world.text}/messages?limit=100${before}`;
        const response = await fetch(`${url}${path}`, { headers: { authorization: world.bot } });
        const page = (await response.json()) as { id: string; content: string }[];
        if (page.length === 0) return found.map(({ content }) => content);
        found.push(...page);
      }
    }
  });
}
