import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '../../helpers/eventually.js';
import type { NodeUnderFaults } from './node-under-faults.js';

/** The pause between two changes of one client, in milliseconds. */
const PAUSE_MS = 30;
/** How much longer than others the wait for a service that is back may take. */
const BACK_SHARE = 3;

/** A change that was acknowledged. */
interface Acknowledged {
  readonly key: string;
  /** when, in milliseconds of `performance.now()` */
  readonly at: number;
}

/** Clients that change each guild over each node, one change after the other. */
export class ClusterLoad {
  /** those that were not checked yet, by guild */
  readonly acknowledged = new Map<string, Acknowledged[]>();
  /** how many changes had each outcome */
  readonly outcomes = new Map<string, number>();
  #isPaused = true;
  #writing: Promise<unknown> = Promise.resolve();
  #number = 0;

  constructor(
    private readonly nodes: readonly NodeUnderFaults[],
    private readonly guildIds: readonly string[],
  ) {
    for (const guildId of guildIds) this.acknowledged.set(guildId, []);
  }

  resume(): void {
    this.#isPaused = false;
    const clients = this.nodes.flatMap((node) => this.guildIds.map((guildId) => this.#write(node, guildId)));
    this.#writing = Promise.all(clients);
  }

  /** Makes no more changes, and waits for the outcome of each. */
  async pause(): Promise<void> {
    this.#isPaused = true;
    await this.#writing;
  }

  /** Changes each guild over each node at once. */
  async burst(): Promise<void> {
    const all = this.nodes.flatMap((node) => this.guildIds.map((guildId) => this.#change(node, guildId)));
    await Promise.all(all);
  }

  /** Waits until each guild was changed after a moment, in milliseconds of `performance.now()`. */
  async untilBack(since: number): Promise<void> {
    const isBack = (guildId: string) => (this.acknowledged.get(guildId)?.at(-1)?.at ?? 0) > since;
    await eventually(() => this.guildIds.every(isBack), {
      share: BACK_SHARE,
      describe: () => `no changes of ${this.guildIds.filter((one) => !isBack(one)).join(', ')}`,
    });
  }

  /** The longest time since a moment in which a guild could not be changed, in milliseconds, of all guilds. */
  longestPause(since: number): number {
    const pauses = [...this.acknowledged.values()].map((changes) => {
      const times = changes.map(({ at }) => at).filter((at) => at > since);
      return Math.max(...times.map((at, index) => at - (times[index - 1] ?? since)));
    });
    return Math.max(...pauses);
  }

  async #write(node: NodeUnderFaults, guildId: string): Promise<void> {
    while (!this.#isPaused) {
      await this.#change(node, guildId);
      await delay(PAUSE_MS);
    }
  }

  async #change(node: NodeUnderFaults, guildId: string): Promise<void> {
    this.#number += 1;
    const key = `change-${this.#number}`;
    const outcome = await node.rename(guildId, key);
    this.outcomes.set(outcome, (this.outcomes.get(outcome) ?? 0) + 1);
    if (outcome === 'done') this.acknowledged.get(guildId)?.push({ key, at: performance.now() });
  }
}
