import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import { eventually } from '../../helpers/eventually.js';
import { endProcess } from '../../helpers/other-user.js';
import type { FaultyNode } from '../cluster/cluster-faults.js';
import type { NodeNetwork } from '../cluster/node-network.js';

const MAIN = fileURLToPath(import.meta.resolve('#guildhall/cli/main.js'));
/** The port of each node, in the namespace of its own. */
export const API_PORT = 6480;

/** `guildhall api` in a network namespace of its own; it can be killed and started again. */
export class ServiceNode implements FaultyNode {
  #child: ChildProcess | null = null;
  #output = '';

  /** @param engines URLs of the database and of the bus */
  constructor(
    readonly name: string,
    readonly network: NodeNetwork,
    private readonly engines: readonly [store: string, bus: string],
    private readonly home: string,
  ) {
    process.once('exit', () => this.#child?.kill('SIGKILL'));
  }

  async start(): Promise<void> {
    const [store, bus] = this.engines;
    await mkdir(this.home, { mode: 0o700, recursive: true });
    const flags = ['--home', this.home, '--store', store, '--bus', bus, '--node', this.name];
    const ports = ['--api-port', String(API_PORT), '--voice-port', 'off'];
    const [nsenter, net] = this.network.prefix;
    const command = [process.execPath, '--enable-source-maps', MAIN, 'api', ...flags, ...ports];
    const child = spawn(nsenter, [net, ...command], { stdio: ['ignore', 'pipe', 'pipe'] });
    this.#child = child;
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

  get isRunning(): boolean {
    return this.#child !== null && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** What the process wrote since its start. */
  get output(): string {
    return this.#output;
  }

  /** kill -9. */
  async kill(): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (child !== null) await endProcess(child);
  }

  /** SIGSTOP. */
  suspend(): void {
    this.#child?.kill('SIGSTOP');
  }

  /** SIGCONT. */
  continue(): void {
    this.#child?.kill('SIGCONT');
  }

  async stop(): Promise<void> {
    await this.kill();
    await this.network.close();
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
