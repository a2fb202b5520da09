import type { IncomingMessage } from 'node:http';
import { RoundRobin } from '../../net/round-robin.js';
import type { RequestTurns } from './request-turns.js';

/** The calls of one user. */
interface Calls {
  running: number;
  /** begins each of those that wait; by token, so that an application does not delay its user */
  readonly waiting: RoundRobin<() => void>;
}

/**
 * Limits how many calls of one user wait for the store or for locks at a time, with any number of tokens. Both serve in order of
 * arrival, so a user with thousands of calls would keep everybody else waiting. Calls that are answered from memory do not count.
 */
export class CallTurns {
  /** of users whose calls are waiting */
  readonly #users = new Map<string, Calls>();

  /**
   * @param most the maximum number of calls of one user
   * @param turns in which those that waited begin
   */
  constructor(
    private readonly most: number,
    private readonly turns: Pick<RequestTurns, 'run'>,
  ) {}

  /**
   * Carries out a call, at once or after earlier ones of the same user.
   *
   * @param user the id of the caller; an address if there is none
   * @param call is passed whether it has waited
   * @returns what `call` returns; a promise if it waits
   */
  run(user: string, request: IncomingMessage, call: (hasWaited: boolean) => unknown): unknown {
    const calls = this.#users.get(user);
    if (calls !== undefined && calls.running >= this.most) {
      const begun = new Promise<unknown>((resolve) => {
        const begin = () => this.turns.run(request, () => resolve((async () => call(true))()));
        calls.waiting.add(request.headers.authorization ?? '', begin);
      });
      return begun.finally(() => this.#end(user, calls));
    }
    const result = call(false);
    if (!(result instanceof Promise)) return result;
    const counted = this.#users.get(user) ?? { running: 0, waiting: new RoundRobin<() => void>() };
    counted.running += 1;
    this.#users.set(user, counted);
    return result.finally(() => this.#end(user, counted));
  }

  /** The next one that waits takes the place of one that has ended. */
  #end(user: string, calls: Calls): void {
    const begin = calls.waiting.take();
    if (begin !== undefined) {
      begin();
      return;
    }
    calls.running -= 1;
    if (calls.running === 0) this.#users.delete(user);
  }
}
