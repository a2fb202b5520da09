import { setTimeout as delay } from 'node:timers/promises';
import { Acknowledged } from './acknowledged.js';
import type { NodeUnderFaults } from './node-under-faults.js';
import type { LoadUnderFaults } from './run-rounds.js';

/** The pause between two changes of one client, in milliseconds. */
const PAUSE_MS = 30;

/** Clients that change each guild over each node, one change after the other. */
export class ClusterLoad implements LoadUnderFaults {
  readonly acknowledged: Acknowledged;
  /** how many changes had each outcome */
  readonly outcomes = new Map<string, number>();
  #isPaused = true;
  #writing: Promise<unknown> = Promise.resolve();
  #number = 0;

  constructor(
    private readonly nodes: readonly NodeUnderFaults[],
    private readonly guildIds: readonly string[],
  ) {
    this.acknowledged = new Acknowledged(guildIds);
  }

  resume(): void {
    this.#isPaused = false;
    const clients = this.nodes.flatMap((node) => this.guildIds.map((guildId) => this.#write(node, guildId)));
    this.#writing = Promise.all(clients);
  }

  async pause(): Promise<void> {
    this.#isPaused = true;
    await this.#writing;
  }

  async burst(): Promise<void> {
    const all = this.nodes.flatMap((node) => this.guildIds.map((guildId) => this.#change(node, guildId)));
    await Promise.all(all);
  }

  untilBack(since: number): Promise<void> {
    return this.acknowledged.untilBack(since);
  }

  longestPause(since: number): number {
    return this.acknowledged.longestPause(since);
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
    if (outcome === 'done') this.acknowledged.add(guildId, key);
  }
}
