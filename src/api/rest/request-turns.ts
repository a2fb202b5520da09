import type { IncomingMessage } from 'node:http';
import { TimedTurns, type WaitingPeer } from '../../net/timed-turns.js';

/** What takes longer than a usual request, in milliseconds. */
const LONG_MS = 2;

/** Identifies the caller of a request before it is authenticated. */
export function callerOf({ headers, socket }: IncomingMessage): string {
  return headers.authorization ?? socket.remoteAddress ?? '';
}

/** What waits of one caller, in order. */
class WaitingRequests implements WaitingPeer {
  readonly #tasks: (() => void)[] = [];

  /** @param ended is called once nothing waits any more */
  constructor(
    private readonly turns: TimedTurns,
    private readonly ended: () => void,
  ) {}

  add(task: () => void): void {
    this.#tasks.push(task);
  }

  takeSome(): void {
    const task = this.#tasks.shift();
    if (this.#tasks.length > 0) this.turns.wait(this);
    else this.ended();
    task?.();
  }
}

/**
 * Carries out the requests of all callers in turns of the event loop. A long reply takes 10 ms, and a caller may ask for it over
 * hundreds of connections: what exceeds a turn waits, and is then taken of one caller after the other.
 */
export class RequestTurns {
  readonly #turns: TimedTurns;
  readonly #waiting = new Map<string, WaitingRequests>();

  /** @param now the time, in milliseconds */
  constructor(now?: () => number) {
    this.#turns = new TimedTurns(now, LONG_MS);
  }

  /**
   * Runs a part of a request, at once or after what waits of the same caller.
   *
   * @param who identifies the caller
   * @param task must not throw
   */
  run(who: string, task: () => void): void {
    const waiting = this.#waiting.size === 0 ? undefined : this.#waiting.get(who);
    if (waiting === undefined && this.#turns.mayTake()) task();
    else (waiting ?? this.#beginToWait(who)).add(task);
  }

  /** A connection was accepted; see `TimedTurns`. */
  accepted(): void {
    this.#turns.accepted();
  }

  #beginToWait(who: string): WaitingRequests {
    const waiting = new WaitingRequests(this.#turns, () => this.#waiting.delete(who));
    this.#waiting.set(who, waiting);
    this.#turns.wait(waiting);
    return waiting;
  }
}
