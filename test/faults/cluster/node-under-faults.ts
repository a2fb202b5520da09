import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { eventually } from '../../helpers/eventually.js';
import type { NodeNetwork } from './node-network.js';
import { ProcessUnderFaults } from './process-under-faults.js';

const SCRIPT = fileURLToPath(new URL('../../cluster/support/cluster-node.js', import.meta.url));

/** What a change was answered with if its node ended before. */
export const LOST = 'lost';

/** A line that a node prints. */
interface Printed {
  readonly ready?: string;
  readonly key?: string;
  readonly outcome?: string;
  readonly guildId?: string;
  readonly sequence?: number;
  readonly text?: string;
}

/** An entry as a node received it. */
export interface ReceivedEntry {
  readonly sequence: number;
  readonly text: string;
}

/** A node that renames guilds and follows them, in a network namespace of its own; it can be killed and started again. */
export class NodeUnderFaults extends ProcessUnderFaults {
  #received = new Map<string, ReceivedEntry[]>();
  readonly #waiting = new Map<string, (outcome: string) => void>();

  /** @param engines URLs of the database and of the bus */
  constructor(
    name: string,
    network: NodeNetwork,
    private readonly engines: readonly [store: string, bus: string],
    private readonly guildIds: readonly string[],
  ) {
    super(name, network);
  }

  /** Starts it, and follows all guilds from their first entry on. */
  async start(): Promise<void> {
    const [nsenter, net] = this.network.prefix;
    const command = [process.execPath, '--enable-source-maps', SCRIPT, ...this.engines, this.name];
    const child = spawn(nsenter, [net, ...command], { stdio: ['pipe', 'pipe', 'inherit'] });
    child.stdin.on('error', () => undefined);
    this.child = child;
    this.#received = new Map(this.guildIds.map((guildId) => [guildId, []]));
    const received = this.#received;
    let isReady = false;
    createInterface({ input: child.stdout }).on('line', (line) => {
      const printed: Printed = JSON.parse(line);
      isReady ||= printed.ready === this.name;
      this.#read(printed, received);
    });
    child.once('exit', () => this.#loseRequests());
    await eventually(() => isReady, {
      share: 3,
      ended: () => (child.exitCode === null ? undefined : 'the node ended'),
      describe: () => `the node ${this.name} does not start`,
    });
    for (const guildId of this.guildIds) child.stdin.write(`follow ${guildId}\n`);
  }

  /** Renames a guild to a key that is used once. @returns the outcome, e.g. `done`, or `lost` */
  rename(guildId: string, key: string): Promise<string> {
    return new Promise((resolve) => {
      if (!this.isRunning) return resolve(LOST);
      this.#waiting.set(key, resolve);
      this.child?.stdin?.write(`rename ${guildId} ${key}\n`);
    });
  }

  /** The entries of a guild since the start of the node, in the order of their delivery. */
  received(guildId: string): readonly ReceivedEntry[] {
    return this.#received.get(guildId) ?? [];
  }

  override async kill(): Promise<void> {
    await super.kill();
    this.#loseRequests();
  }

  #read({ key, outcome, guildId, sequence, text }: Printed, received: Map<string, ReceivedEntry[]>): void {
    if (key !== undefined && outcome !== undefined) {
      this.#waiting.get(key)?.(outcome);
      this.#waiting.delete(key);
    }
    if (guildId === undefined || sequence === undefined || text === undefined) return;
    received.get(guildId)?.push({ sequence, text });
  }

  #loseRequests(): void {
    for (const resolve of this.#waiting.values()) resolve(LOST);
    this.#waiting.clear();
  }
}
