import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { testInNetworkNamespace } from '../../helpers/network-namespace.js';
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

testInNetworkNamespace(
  import.meta.url,
  [],
  'problems with RPC ports are found and fixed by their hints',
  () => tryFaults(CASES),
);
