import { setTimeout as delay } from 'node:timers/promises';
import { Acknowledged } from './acknowledged.js';
import type { LoadUnderFaults } from './load-under-faults.js';

/** Makes one change. @param number of the change, from 1 */
export type Change = (number: number) => Promise<void>;

/** Clients that make one change after the other. */
export abstract class WritingClients implements LoadUnderFaults {
  readonly acknowledged: Acknowledged;
  /** how many changes had each outcome */
  readonly outcomes = new Map<string, number>();
  /** one for each client */
  protected abstract readonly changes: readonly Change[];
  #isPaused = true;
  #writing: Promise<unknown> = Promise.resolve();
  #number = 0;

  /** @param pauseMs between two changes of one client, in milliseconds */
  constructor(
    guildIds: readonly string[],
    private readonly pauseMs: number,
  ) {
    this.acknowledged = new Acknowledged(guildIds);
  }

  resume(): void {
    this.#isPaused = false;
    this.#writing = Promise.all(this.changes.map((change) => this.#write(change)));
  }

  async pause(): Promise<void> {
    this.#isPaused = true;
    await this.#writing;
  }

  async burst(): Promise<void> {
    await Promise.all(this.changes.map((change) => this.#make(change)));
  }

  untilBack(since: number): Promise<void> {
    return this.acknowledged.untilBack(since);
  }

  longestPause(since: number): number {
    return this.acknowledged.longestPause(since);
  }

  protected count(outcome: string): void {
    this.outcomes.set(outcome, (this.outcomes.get(outcome) ?? 0) + 1);
  }

  async #write(change: Change): Promise<void> {
    while (!this.#isPaused) {
      await this.#make(change);
      await delay(this.pauseMs);
    }
  }

  #make(change: Change): Promise<void> {
    this.#number += 1;
    return change(this.#number);
  }
}
