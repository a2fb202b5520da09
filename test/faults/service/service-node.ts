import { spawn } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import { eventually } from '../../helpers/eventually.js';
import type { FaultyNode } from '../cluster/cluster-faults.js';
import type { NodeNetwork } from '../cluster/node-network.js';
import { ProcessUnderFaults } from '../cluster/process-under-faults.js';

const MAIN = fileURLToPath(import.meta.resolve('#guildhall/cli/main.js'));
/** The port of each node, in the namespace of its own. */
export const API_PORT = 6480;

/** `guildhall api` in a network namespace of its own; it can be killed and started again. */
export class ServiceNode extends ProcessUnderFaults implements FaultyNode {
  #output = '';

  /** @param engines URLs of the database and of the bus */
  constructor(
    name: string,
    network: NodeNetwork,
    private readonly engines: readonly [store: string, bus: string],
    private readonly home: string,
  ) {
    super(name, network);
  }

  async start(): Promise<void> {
    const [store, bus] = this.engines;
    await mkdir(this.home, { mode: 0o700, recursive: true });
    const flags = ['--home', this.home, '--store', store, '--bus', bus, '--node', this.name];
    const ports = ['--api-port', String(API_PORT), '--voice-port', 'off'];
    const [nsenter, net] = this.network.prefix;
    const command = [process.execPath, '--enable-source-maps', MAIN, 'api', ...flags, ...ports];
    const child = spawn(nsenter, [net, ...command], { stdio: ['ignore', 'pipe', 'pipe'] });
    this.child = child;
    this.#output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        this.#output += String(chunk);
      });
    }
    await eventually(() => this.#accepts(), {
      share: 3,
      ended: () => (this.isRunning ? undefined : 'the node ended'),
      describe: () => `the node ${this.name} does not start: ${this.#output}`,
    });
  }

  /** What the process wrote since its start. */
  get output(): string {
    return this.#output;
  }

  #accepts(): Promise<boolean> {
    return new Promise((resolve) => {
      const socket = connect({ host: this.network.address, port: API_PORT });
      const end = (isOpen: boolean) => {
        socket.destroy();
        resolve(isOpen);
      };
      socket.once('connect', () => end(true)).once('error', () => end(false));
    });
  }
}
