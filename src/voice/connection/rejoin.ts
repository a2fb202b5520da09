import { BackOff } from '../../platform/async/back-off.js';
import type { Clock } from '../../platform/clock.js';

/** Delays before a channel is joined again, in milliseconds. */
const RETRY = { firstMs: 1000, longestMs: 60_000 };

/** How long packets must be exchanged before the back-off is reset, in milliseconds. */
const STABLE_AFTER = 30_000;

/** Joins the voice channel again, with back-off, because an endpoint refused the session (docs/voice.md, Connection states). */
export class Rejoin {
  readonly #backOff = new BackOff(RETRY, Math.random);
  #cancelAttempt: () => void = () => {};
  #cancelReset: () => void = () => {};

  /** @param join joins the channel once more, which makes the service send another token */
  constructor(
    private readonly clock: Clock,
    private readonly join: () => void,
  ) {}

  /** The session can no longer be used. */
  request(): void {
    this.cancel();
    this.#cancelAttempt = this.clock.after(this.#backOff.next(), this.join);
  }

  /** The session is used, or (false) not, at present: a session that lasts resets the back-off. */
  connected(isConnected: boolean): void {
    this.#cancelReset();
    if (isConnected) this.#cancelReset = this.clock.after(STABLE_AFTER, () => this.#backOff.reset());
  }

  /** The channel is left, or a token has arrived. */
  cancel(): void {
    this.#cancelAttempt();
    this.connected(false);
  }
}
