import { setTimeout as delay } from 'node:timers/promises';
import type { World } from '../../api/support/world.js';
import { Acknowledged } from '../cluster/acknowledged.js';
import type { LoadUnderFaults } from '../cluster/run-rounds.js';
import { CHANGES } from './service-changes.js';
import { requestService } from './service-request.js';

/** The pause between two changes of one client, in milliseconds. */
const PAUSE_MS = 50;

/**
 * Clients that change each guild by REST, one change after the other. A change without a reply, or with 503, may be stored or not;
 * the client goes on with another one.
 */
export class ServiceLoad implements LoadUnderFaults {
  readonly acknowledged: Acknowledged;
  readonly outcomes = new Map<string, number>();
  #isPaused = true;
  #writing: Promise<unknown> = Promise.resolve();
  #number = 0;

  /** @param host of the balancer */
  constructor(
    private readonly host: string,
    private readonly worlds: readonly World[],
  ) {
    this.acknowledged = new Acknowledged(worlds.map(({ guild }) => guild));
  }

  resume(): void {
    this.#isPaused = false;
    this.#writing = this.#each((world, letter) => this.#write(world, letter));
  }

  async pause(): Promise<void> {
    this.#isPaused = true;
    await this.#writing;
  }

  async burst(): Promise<void> {
    await this.#each((world, letter) => this.#change(world, letter));
  }

  untilBack(since: number): Promise<void> {
    return this.acknowledged.untilBack(since);
  }

  longestPause(since: number): number {
    return this.acknowledged.longestPause(since);
  }

  #each(change: (world: World, letter: string) => Promise<void>): Promise<unknown> {
    const letters = Object.keys(CHANGES);
    return Promise.all(this.worlds.flatMap((world) => letters.map((letter) => change(world, letter))));
  }

  async #write(world: World, letter: string): Promise<void> {
    while (!this.#isPaused) {
      await this.#change(world, letter);
      await delay(PAUSE_MS);
    }
  }

  async #change(world: World, letter: string): Promise<void> {
    this.#number += 1;
    const key = `${letter}-${this.#number}-z`;
    const change = CHANGES[letter]?.(world, key);
    const reply = change === undefined ? null : await requestService(this.host, change);
    const outcome = reply === null ? 'no reply' : String(reply.status);
    this.outcomes.set(outcome, (this.outcomes.get(outcome) ?? 0) + 1);
    if (reply?.status === 200) this.acknowledged.add(world.guild, key);
  }
}
