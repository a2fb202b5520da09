import { KeyedLock } from '../platform/async/keyed-lock.js';

/**
 * Limits concurrent tasks, with at most one per peer. The others wait in order of arrival. A peer with many tasks
 * delays another peer by one task only.
 */
export class FairTurns {
  readonly #peers = new KeyedLock();
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  /** @param most the maximum number of concurrent tasks */
  constructor(private readonly most: number) {}

  /** @returns the result of the task after its turn has come */
  run<Result>(peer: string, task: () => Promise<Result>): Promise<Result> {
    return this.#peers.run(peer, () => this.#runInTurn(task));
  }

  async #runInTurn<Result>(task: () => Promise<Result>): Promise<Result> {
    if (this.#running < this.most) this.#running += 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await task();
    } finally {
      const next = this.#waiting.shift();
      // The turn passes directly to the next task, so that no newcomer takes it.
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }
}
