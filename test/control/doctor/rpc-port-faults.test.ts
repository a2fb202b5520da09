import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { findEarlierPorts } from '#guildhall/control/doctor/rpc-ports.js';
import { describeEarlierServers, EarlierServers } from '#guildhall/control/earlier-servers.js';
import { silentLogger } from '#guildhall/platform/log.js';
import { ManualClock } from '../../hardware/support/manual-clock.js';
import { eventually } from '../../helpers/eventually.js';
import { testInNetworkNamespace } from '../../helpers/network-namespace.js';
import { withTemporaryFolder } from '../../helpers/temporary-folder.js';
import { type FaultCase, tryFaults } from './support/fault-case.js';

/** Where applications look for the RPC server. */
const PORTS = Array.from({ length: 10 }, (_, index) => 6463 + index);

async function listen(port: number): Promise<Server> {
  const server = createServer();
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

const CASES: readonly FaultCase[] = [
  {
    code: 'rpc_ports_in_use',
    async make(scene) {
      const servers = await Promise.all(PORTS.map(listen));
      scene.cleanUp(async () => void servers.map((server) => server.close()));
    },
    message: new RegExp(`in use: 6463 by \\S+ \\(pid ${process.pid}\\)`),
    apply: (scene) => scene.end(),
  },
  {
    code: 'rpc_port_unusual',
    make: (scene) => scene.startDaemon({ rpcPorts: '7000' }),
    message: /port 7000/,
    async apply(scene, { hint }) {
      assert.match(
        hint ?? '',
        /--rpc-ports and GUILDHALL_RPC_PORTS, and without rpc_ports in \S+config\.toml/,
      );
      await scene.restartDaemon({ rpcPorts: '6463-6472' });
    },
  },
];

/** Other servers on the first port and the first socket are named until they are gone. */
async function nameEarlierServers(): Promise<void> {
  const clock = new ManualClock();
  await withTemporaryFolder(async (folder) => {
    const socket = createServer().listen(join(folder, 'discord-ipc-0'));
    const others = [await listen(6463), socket];
    const addresses = { port: 6465, ipc: { folder, path: join(folder, 'discord-ipc-1') } };
    const servers = await EarlierServers.start(addresses, { clock, log: silentLogger });
    const named = describeEarlierServers(servers.list()) ?? '';
    const holder = `by \\S+ \\(pid ${process.pid}\\)`;
    assert.match(
      named,
      new RegExp(`reach another server first: port 6463 ${holder}, discord-ipc-0 ${holder}$`),
    );
    for (const other of others) other.close();
    await clock.advance(60_000);
    await eventually(() => servers.list().length === 0);
    await servers.stop();
    assert.equal(clock.timers, 0);
  });
  const warnings: unknown[] = [];
  const log = Object.assign(Object.create(silentLogger), {
    warn: (...args: unknown[]) => warnings.push(args),
  });
  await (await EarlierServers.start({ port: 7000, ipc: null }, { clock, log })).stop();
  assert.deepEqual(warnings, [[{ port: 7000 }, 'programs look for the RPC server at other ports only']]);
  assert.deepEqual(await findEarlierPorts(6463), []);
  assert.deepEqual(await findEarlierPorts(7000), []);
}

testInNetworkNamespace(
  import.meta.url,
  [],
  'problems with RPC ports are found and fixed by their hints, and servers that are found earlier are named',
  async () => {
    await nameEarlierServers();
    await tryFaults(CASES);
  },
);
