import type { Clock } from '../platform/clock.js';
import type { Component } from '../platform/lifecycle.js';
import type { Logger } from '../platform/log.js';
import { RPC_PORTS } from '../protocol/rpc/ports.js';
import { findEarlierSockets } from './doctor/ipc.js';
import { findEarlierPorts } from './doctor/rpc-ports.js';

/** How often it is looked whether the servers are still there, in milliseconds. */
const INTERVAL_MS = 60_000;

/** What is to be known of a daemon; fields of its status. */
interface Addresses {
  readonly port: number;
  /** null: no RPC over IPC */
  readonly ipc: { readonly folder: string; readonly path: string | null } | null;
}

/**
 * The servers that programs find before the one of a daemon, because they try ports and sockets in order: other chat
 * clients, and daemons of other homes (docs/for-users.md, Two homes on one machine).
 */
export class EarlierServers implements Component {
  #found: readonly string[] = [];
  #end = () => {};

  private constructor(private readonly addresses: Addresses) {}

  /** Looks for them, logs them and a port that no program tries, and looks again from time to time if there may be any. */
  static async start(addresses: Addresses, { clock, log }: { clock: Clock; log: Logger }) {
    const servers = new EarlierServers(addresses);
    await servers.#look();
    if (!RPC_PORTS.includes(addresses.port))
      log.warn({ port: addresses.port }, 'programs look for the RPC server at other ports only');
    if (servers.#found.length > 0) {
      log.warn(
        { servers: servers.#found },
        'programs that try the addresses in order reach other servers first',
      );
      servers.#end = clock.every(INTERVAL_MS, () => void servers.#look().catch(() => {}));
    }
    return servers;
  }

  /** Each with its address, e.g. `port 6463 by node (pid 812)`. */
  list(): readonly string[] {
    return this.#found;
  }

  async stop(): Promise<void> {
    this.#end();
  }

  async #look(): Promise<void> {
    const { ipc, port } = this.addresses;
    const ports = (await findEarlierPorts(port)).map((one) => `port ${one}`);
    const sockets = ipc === null || ipc.path === null ? [] : await findEarlierSockets(ipc.folder, ipc.path);
    this.#found = [...ports, ...sockets.map(({ description }) => description)];
  }
}

/** A sentence about them; null: there are none. */
export function describeEarlierServers(servers: readonly string[] | undefined = []): string | null {
  if (servers.length === 0) return null;
  return `programs that try the addresses in order reach another server first: ${servers.join(', ')}`;
}
