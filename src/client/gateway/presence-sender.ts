import { type Clock, hasPassed } from '../../platform/clock.js';
import type { Activity } from '../../protocol/objects/presence.js';

/** Updates that a service shows: more are dropped, or close the connection (docs/gateway.md, Limits). */
const UPDATES = 5;
const WITHIN_MS = 20_000;

export interface PresenceSenderOptions {
  readonly clock: Clock;
  readonly isConnected: () => boolean;
  /** sends a status update (op 3) */
  readonly send: (payload: object) => void;
}

/**
 * Sends the person's activity, at once or when the rate limit allows; of several pending ones only the newest. Another session
 * of the gateway knows nothing of it, and one that is resumed may have missed it: both are sent it again.
 */
export class PresenceSender {
  /** when the latest updates were sent, at most as many as the limit, the oldest first */
  #sentAt: readonly number[] = [];
  #activity: Activity | null = null;
  /** what the service shows, as JSON; null: unknown */
  #shown: string | null = NONE;
  #cancelTimer: (() => void) | null = null;

  constructor(private readonly options: PresenceSenderOptions) {}

  show(activity: Activity | null): void {
    this.#activity = activity;
    this.#request();
  }

  /** The gateway has a new session, which shows no activity. Comes before `connected`. */
  sessionBegan(): void {
    this.#shown = NONE;
  }

  connected(): void {
    // A new session shows no activity, so that there is none needs no update.
    if (this.#shown !== NONE || this.#activity !== null) this.#shown = null;
    this.#request();
  }

  stop(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = null;
  }

  #request(): void {
    const { clock, isConnected } = this.options;
    if (this.#cancelTimer !== null || !isConnected() || JSON.stringify(this.#activity) === this.#shown)
      return;
    const oldest = this.#sentAt.length < UPDATES ? undefined : this.#sentAt[0];
    if (oldest === undefined || hasPassed(clock.now(), oldest, WITHIN_MS)) {
      this.#sentAt = [...this.#sentAt, clock.now()].slice(-UPDATES);
      this.#send();
      return;
    }
    this.#cancelTimer = clock.after(oldest + WITHIN_MS - clock.now(), () => {
      this.#cancelTimer = null;
      this.#request();
    });
  }

  #send(): void {
    const game = this.#activity;
    this.#shown = JSON.stringify(game);
    this.options.send({
      status: 'online',
      afk: false,
      since: null,
      game,
      activities: game === null ? [] : [game],
    });
  }
}

/** The JSON of no activity. */
const NONE = 'null';
