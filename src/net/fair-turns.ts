import { KeyedLock } from '../platform/async/keyed-lock.js';
import { RoundRobin } from './round-robin.js';

/**
 * Limits concurrent tasks, with at most one per peer. The others wait: groups of peers are served in turn, and the tasks of
 * a group in order of arrival. A peer with many tasks delays another peer by one task only, and a group with many peers
 * another group.
 */
export class FairTurns {
  readonly #peers = new KeyedLock();
  /** starts each of the waiting tasks */
  readonly #waiting = new RoundRobin<() => void>();
  /** the number of running tasks, by group */
  readonly #running = new Map<string, number>();
  #total = 0;

  /**
   * @param most the maximum number of concurrent tasks
   * @param mostOfGroup the same of one group
   */
  constructor(
    private readonly most: number,
    private readonly mostOfGroup = most,
  ) {}

  /**
   * @param group by default the peer is a group of its own
   * @returns the result of the task after its turn has come
   */
  run<Result>(peer: string, task: () => Promise<Result>, group = peer): Promise<Result> {
    return this.#peers.run(peer, () => this.#runInTurn(group, task));
  }

  async #runInTurn<Result>(group: string, task: () => Promise<Result>): Promise<Result> {
    await new Promise<void>((resolve) => {
      this.#waiting.add(group, () => {
        this.#total += 1;
        this.#count(group, 1);
        resolve();
      });
      this.#startNext();
    });
    try {
      return await task();
    } finally {
      this.#total -= 1;
      this.#count(group, -1);
      // In the same turn of the event loop, so that no newcomer takes the place.
      this.#startNext();
    }
  }

  #startNext(): void {
    if (this.#total >= this.most) return;
    this.#waiting.take((group) => (this.#running.get(group) ?? 0) < this.mostOfGroup)?.();
  }

  #count(group: string, change: 1 | -1): void {
    const running = (this.#running.get(group) ?? 0) + change;
    if (running === 0) this.#running.delete(group);
    else this.#running.set(group, running);
  }
}
