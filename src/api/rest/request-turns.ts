import type { IncomingMessage } from 'node:http';
import { RoundRobin } from '../../net/round-robin.js';
import { TimedTurns, type WaitingPeer } from '../../net/timed-turns.js';
import type { Authentication } from '../accounts/authentication.js';

/** What takes longer than a usual request, in milliseconds. */
const LONG_MS = 2;

/** Who sends a request. */
export interface Sender {
  /** the user's id, however many tokens they have; of a token that is not known, the address */
  readonly user: string;
  /** the Authorization header */
  readonly token: string;
}

export type FindSender = (request: IncomingMessage) => Sender;

/** Finds who sends a request without waiting for the store: a token becomes known with its first request. */
export function senderFinder(authentication: Pick<Authentication, 'known'>): FindSender {
  return ({ headers: { authorization = '' }, socket }) => {
    const user = authentication.known(authorization)?.user.id ?? socket.remoteAddress ?? '';
    return { user, token: authorization };
  };
}

/** The waiting requests of one user. */
class WaitingUser implements WaitingPeer {
  /** by token, so that an application does not delay its user */
  readonly tasks = new RoundRobin<() => void>();

  /** @param ended is called once nothing waits any more */
  constructor(
    private readonly turns: TimedTurns,
    private readonly ended: () => void,
  ) {}

  takeSome(): void {
    const task = this.tasks.take();
    if (this.tasks.isEmpty) this.ended();
    else this.turns.wait(this);
    task?.();
  }
}

/**
 * Carries out the requests of all users in turns of the event loop. A long reply takes 10 ms, and a user may ask for it over
 * hundreds of connections: what exceeds a turn waits, and is then taken of one user after the other.
 */
export class RequestTurns {
  readonly #turns: TimedTurns;
  /** by the user */
  readonly #waiting = new Map<string, WaitingUser>();

  /** @param now the time, in milliseconds */
  constructor(
    private readonly findSender: FindSender,
    now?: () => number,
  ) {
    this.#turns = new TimedTurns(now, LONG_MS);
  }

  /**
   * Runs a part of a request, at once or after what waits of the same user.
   *
   * @param task must not throw
   */
  run(request: IncomingMessage, task: () => void): void {
    // Most requests find nothing that waits, so nobody has to ask whose they are.
    const isQuiet = this.#waiting.size === 0;
    if (isQuiet && this.#turns.mayTake()) {
      task();
      return;
    }
    const { user, token } = this.findSender(request);
    const waiting = this.#waiting.get(user);
    if (waiting === undefined && !isQuiet && this.#turns.mayTake()) task();
    else (waiting ?? this.#beginToWait(user)).tasks.add(token, task);
  }

  /** A connection was accepted; see `TimedTurns`. */
  accepted(): void {
    this.#turns.accepted();
  }

  #beginToWait(user: string): WaitingUser {
    const waiting = new WaitingUser(this.#turns, () => this.#waiting.delete(user));
    this.#waiting.set(user, waiting);
    this.#turns.wait(waiting);
    return waiting;
  }
}
