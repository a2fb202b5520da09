import type { IncomingMessage } from 'node:http';
import { type FindSender, type RequestTurns, WaitingTasks } from './request-turns.js';

/** Reads of one user that are carried out at a time. Those from memory do not count. */
const MAX_AT_ONCE = 8;

/** The reads of one user. */
interface Reads {
  running: number;
  /** begins each of those that wait */
  readonly waiting: WaitingTasks;
}

/**
 * Limits how many reads of one user wait for the store at a time, with any number of tokens. It carries them out in order, so a user
 * with thousands of them would keep everybody else waiting.
 */
export class ReadTurns {
  /** of users that are waiting for the store */
  readonly #users = new Map<string, Reads>();

  /** @param turns in which those that waited begin */
  constructor(
    private readonly turns: Pick<RequestTurns, 'run'>,
    private readonly findSender: FindSender,
  ) {}

  /**
   * Runs a read, at once or after earlier ones of the same user.
   *
   * @returns what `read` returns; a promise if it waits
   */
  run(request: IncomingMessage, read: () => unknown): unknown {
    const sender = this.#users.size === 0 ? null : this.findSender(request);
    const reads = sender === null ? undefined : this.#users.get(sender.user);
    if (sender !== null && reads !== undefined && reads.running >= MAX_AT_ONCE) {
      const begun = new Promise<unknown>((resolve) => {
        const begin = () => this.turns.run(request, () => resolve((async () => read())()));
        reads.waiting.add(sender.token, begin);
      });
      return begun.finally(() => this.#end(sender.user, reads));
    }
    const result = read();
    if (!(result instanceof Promise)) return result;
    const { user } = sender ?? this.findSender(request);
    const counted = this.#users.get(user) ?? { running: 0, waiting: new WaitingTasks() };
    counted.running += 1;
    this.#users.set(user, counted);
    return result.finally(() => this.#end(user, counted));
  }

  /** The next one that waits takes the place of one that has ended. */
  #end(user: string, reads: Reads): void {
    const begin = reads.waiting.take();
    if (begin !== undefined) {
      begin();
      return;
    }
    reads.running -= 1;
    if (reads.running === 0) this.#users.delete(user);
  }
}
