import type { RequestTurns } from './request-turns.js';

/** Reads of one caller that are carried out at a time. Those from memory do not count. */
const MAX_AT_ONCE = 8;

/** The reads of one caller. */
interface Reads {
  running: number;
  /** begins each of those that wait */
  readonly waiting: (() => void)[];
}

/**
 * Limits how many reads of one caller wait for the store at a time. It carries them out in order, so a caller with thousands of
 * them would keep everybody else waiting.
 */
export class ReadTurns {
  /** of callers that are waiting for the store */
  readonly #callers = new Map<string, Reads>();

  /** @param turns in which those that waited begin */
  constructor(private readonly turns: Pick<RequestTurns, 'run'>) {}

  /**
   * Runs a read, at once or after earlier ones of the same caller.
   *
   * @param who identifies the caller
   * @returns what `read` returns; a promise if it waits
   */
  run(who: string, read: () => unknown): unknown {
    const reads = this.#callers.get(who);
    if (reads !== undefined && reads.running >= MAX_AT_ONCE) return this.#wait(who, reads, read);
    const result = read();
    if (!(result instanceof Promise)) return result;
    const counted = reads ?? { running: 0, waiting: [] };
    counted.running += 1;
    this.#callers.set(who, counted);
    return result.finally(() => this.#end(who, counted));
  }

  #wait(who: string, reads: Reads, read: () => unknown): Promise<unknown> {
    const begun = new Promise<unknown>((resolve) => {
      reads.waiting.push(() => resolve((async () => read())()));
    });
    return begun.finally(() => this.#end(who, reads));
  }

  /** The next one that waits takes the place of one that has ended. */
  #end(who: string, reads: Reads): void {
    const begin = reads.waiting.shift();
    if (begin !== undefined) {
      this.turns.run(who, begin);
      return;
    }
    reads.running -= 1;
    if (reads.running === 0) this.#callers.delete(who);
  }
}
