import { createServer } from 'node:net';
import { listenOnFirstFree } from '../../platform/listen.js';
import { type Check, error, ok, warning } from './finding.js';

/** The ports where applications look for the RPC server (docs/rpc.md, Connecting). */
const PORTS = Array.from({ length: 10 }, (_, index) => 6463 + index);

/** Checks that applications can find the RPC server. */
export const rpcPorts: Check = {
  name: 'rpc ports',
  async run({ daemon }) {
    if (daemon !== null) return [judgePort(daemon.rpcPort)];
    const taken = [];
    for (const port of PORTS) if (!(await isFree(port))) taken.push(port);
    if (taken.length < PORTS.length)
      return [ok(`${PORTS.length - taken.length} of ${PORTS.length} ports are free`)];
    return [
      error('all RPC ports are in use', 'Close other chat clients: they listen on 127.0.0.1:6463-6472.'),
    ];
  },
};

function judgePort(port: number) {
  if (PORTS.includes(port)) return ok(`127.0.0.1:${port}`);
  return warning(
    `the RPC server listens on port ${port}: applications look for it at 6463-6472 only`,
    'Start the daemon without --rpc-ports.',
  );
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  const bound = await listenOnFirstFree(server, '127.0.0.1', [port]);
  server.close();
  return bound !== null;
}
