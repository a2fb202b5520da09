import { KeyedLock } from '../platform/keyed-lock.js';

/**
 * Bounds how many tasks run at once, with at most one of each peer. The others wait in order of arrival, and a peer that
 * asks for many waits behind itself: it delays another peer by one task, not by all of its own.
 */
export class FairTurns {
  readonly #peers = new KeyedLock();
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  /** @param most how many tasks run at once */
  constructor(private readonly most: number) {}

  /** @returns what the task gives once its turn has come */
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
      // The turn is passed on, so that no newcomer takes it first.
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }
}
