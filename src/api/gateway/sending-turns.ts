import type { Session } from './session.js';

/** How long sessions are sent what was held in a row, in milliseconds. */
const TURN_MS = 10;

/** Sends what a change causes in turns of the event loop, if it is so much that others would wait for it. */
export class SendingTurns {
  readonly #held = new Set<Pick<Session, 'hold' | 'release'>>();

  /** @param now the time, in milliseconds */
  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Holds what sessions are sent from now on; each is sent it when its turn comes. */
  hold(sessions: Iterable<Pick<Session, 'hold' | 'release'>>): void {
    if (this.#held.size === 0) setImmediate(() => this.#releaseSome());
    for (const session of sessions) {
      session.hold();
      this.#held.add(session);
    }
  }

  #releaseSome(): void {
    const until = this.now() + TURN_MS;
    for (const session of this.#held) {
      this.#held.delete(session);
      session.release();
      if (this.now() >= until) break;
    }
    if (this.#held.size > 0) setImmediate(() => this.#releaseSome());
  }
}
