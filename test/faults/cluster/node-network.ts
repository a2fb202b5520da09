import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { eventually } from '../../helpers/eventually.js';
import { endProcess } from '../../helpers/other-user.js';

const execute = promisify(execFile);

/** The address of the engines, and the network that they share with the nodes. Other loopback addresses stay local. */
export const ENGINES = '127.77.0.1';
export const NETWORK = '127.77.0.0/24';
const BRIDGE = 'nodes';

/** Chains for what is dropped; there is nothing yet. */
const RULES = `add table ip guildhall {
  chain sent {
    type filter hook output priority 0;
  }
  chain received {
    type filter hook input priority 0;
  }
}
`;

/** What networks of nodes need: settings of a namespace, bridges, pairs of devices, filters. */
const PROBE = `echo 1 > /proc/sys/net/ipv4/conf/all/route_localnet && ip link add probe type bridge &&
  ip link add one type veth peer name two && nft '${RULES.trim()}'`;

/** Why nodes cannot have networks of their own here, or false. */
export function whyNoNodeNetworks(): string | false {
  if (process.getuid?.() !== 0) return 'only root can start PostgreSQL in a network namespace';
  const { status } = spawnSync('unshare', ['--net', 'sh', '-c', PROBE], { stdio: 'ignore' });
  return status === 0 ? false : 'bridges or filters of network namespaces are unavailable';
}

/**
 * Lets addresses of 127.77.0.0/24 leave a namespace: programs take them for their own machine, so they need no certificates,
 * and packets nevertheless go over a network that can be cut.
 */
async function openLoopback(run: (...command: string[]) => Promise<unknown>): Promise<void> {
  await run('sh', '-c', 'echo 1 > /proc/sys/net/ipv4/conf/all/route_localnet');
  await run('ip', 'link', 'set', 'lo', 'up');
  await run('ip', 'address', 'del', '127.0.0.1/8', 'dev', 'lo');
  await run('ip', 'address', 'add', '127.0.0.1/16', 'dev', 'lo');
}

/** Prepares the namespace of this process, in which the engines and the clients are. */
export async function openEngineNetwork(): Promise<void> {
  const run = (...[program = '', ...args]: string[]) => execute(program, args);
  await openLoopback(run);
  await run('ip', 'link', 'add', BRIDGE, 'type', 'bridge');
  await run('ip', 'address', 'add', `${ENGINES}/24`, 'dev', BRIDGE);
  await run('ip', 'link', 'set', BRIDGE, 'up');
}

/** The network namespace of a node, joined to that of this process. */
export class NodeNetwork {
  private constructor(
    private readonly holder: ChildProcess,
    readonly address: string,
  ) {}

  /** @param number from 1 on */
  static async open(number: number): Promise<NodeNetwork> {
    // The namespace lasts as long as a process is in it, so none is left behind.
    const holder = spawn('unshare', ['--net', 'sh', '-c', 'echo ready; exec cat'], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const network = new NodeNetwork(holder, `127.77.0.${10 + number}`);
    let isReady = false;
    holder.stdout.once('data', () => {
      isReady = true;
    });
    await eventually(() => isReady);
    const outside = `node${number}`;
    const peer = ['peer', 'name', 'eth0', 'netns', String(holder.pid)];
    await execute('ip', ['link', 'add', outside, 'type', 'veth', ...peer]);
    await execute('ip', ['link', 'set', outside, 'master', BRIDGE, 'up']);
    await openLoopback((...command) => network.run(...command));
    await network.run('ip', 'address', 'add', `${network.address}/24`, 'dev', 'eth0');
    await network.run('ip', 'link', 'set', 'eth0', 'up');
    await network.run('nft', RULES);
    return network;
  }

  /** What a command begins with to run in this namespace. It replaces itself, so the process has the id of the command. */
  get prefix(): readonly [string, string] {
    return ['nsenter', `--net=/proc/${this.holder.pid}/ns/net`];
  }

  async run(...command: readonly string[]): Promise<void> {
    const [nsenter, net] = this.prefix;
    await execute(nsenter, [net, ...command]);
  }

  /** Passes connections from outside to a port on to 127.0.0.1, where services listen. */
  async expose(port: number): Promise<void> {
    await this.run(
      'nft',
      `add table ip exposed {
  chain arriving {
    type nat hook prerouting priority -100;
    tcp dport ${port} dnat to 127.0.0.1:${port}
  }
}
`,
    );
  }

  /** Drops all packets to and from a port of the engines, of connections that exist as well. */
  async drop(port: number): Promise<void> {
    await this.run(
      'nft',
      `add rule ip guildhall sent tcp dport ${port} drop
add rule ip guildhall received tcp sport ${port} drop
`,
    );
  }

  /** Stops dropping packets. */
  async restore(): Promise<void> {
    await this.run('nft', 'flush chain ip guildhall sent\nflush chain ip guildhall received\n');
  }

  close(): Promise<void> {
    return endProcess(this.holder);
  }
}
