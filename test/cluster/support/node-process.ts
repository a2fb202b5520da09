import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { eventually } from '../../helpers/eventually.js';
import { endProcess } from '../../helpers/other-user.js';

const SCRIPT = fileURLToPath(new URL('./cluster-node.js', import.meta.url));

/** A line that a node prints. */
interface Printed {
  readonly ready?: string;
  readonly stopped?: string;
  readonly key?: string;
  readonly outcome?: string;
  readonly sequence?: number;
  readonly text?: string;
}

/** A node of a cluster as a separate process (cluster-node.ts). */
export class NodeProcess implements AsyncDisposable {
  readonly #printed: Printed[] = [];

  private constructor(private readonly child: ChildProcess) {
    if (child.stdout === null) throw new TypeError('a node has no output');
    createInterface({ input: child.stdout }).on('line', (line) => this.#printed.push(JSON.parse(line)));
  }

  static async start(storeUrl: string, busUrl: string, name: string): Promise<NodeProcess> {
    const child = spawn(process.execPath, ['--enable-source-maps', SCRIPT, storeUrl, busUrl, name], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const node = new NodeProcess(child);
    await eventually(() => node.#printed.some(({ ready }) => ready === name), {
      ended: () => (child.exitCode === null ? undefined : 'the node ended'),
      share: 3,
    });
    return node;
  }

  /** Renames a guild to a key. @returns the outcome, e.g. `done` */
  async rename(guildId: string, key: string): Promise<string> {
    this.child.stdin?.write(`rename ${guildId} ${key}\n`);
    const find = () => this.#printed.find((each) => each.key === key)?.outcome;
    return eventually(find, { describe: () => `no reply to ${key}`, share: 3 });
  }

  follow(guildId: string): void {
    this.child.stdin?.write(`follow ${guildId}\n`);
  }

  /** The entries that it received, in the order in which they were delivered. */
  get entries(): string[] {
    return this.#printed.flatMap(({ sequence, text }) =>
      sequence === undefined ? [] : `${sequence} ${text}`,
    );
  }

  /** Ends the node in order: its guilds are released. */
  async stop(): Promise<void> {
    this.child.stdin?.write('stop\n');
    await eventually(() => this.#printed.some(({ stopped }) => stopped !== undefined));
  }

  /** SIGSTOP. */
  suspend(): void {
    this.child.kill('SIGSTOP');
  }

  /** SIGCONT. */
  continue(): void {
    this.child.kill('SIGCONT');
  }

  /** kill -9. */
  async [Symbol.asyncDispose](): Promise<void> {
    await endProcess(this.child);
  }
}
