import { isAhead } from '../../platform/clock.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import { SharedCounter } from '../core/shared-counter.js';

/** The maximum number of wrong codes of one person per window; six digits could otherwise be guessed. */
const MOST = 5;
/** In milliseconds. */
const WINDOW = 15 * 60_000;

interface Failures {
  readonly count: number;
  readonly endsAt: number;
}

/**
 * Limits wrong two-factor codes. Unlike tokens, which cannot be guessed, further codes are not verified at all. Only
 * callers with the person's token can use up the attempts.
 */
export class CodeAttempts {
  readonly #failures = new Map<Snowflake, Failures>();
  /** the counts of all nodes */
  readonly counter = new SharedCounter((userId, amount) => this.#add(userId, amount));

  constructor(private readonly now: () => number) {}

  /** @returns how long no code of this person is verified, in milliseconds; 0: the next one is */
  wait(userId: Snowflake): number {
    const { count, endsAt } = this.#of(userId);
    return count < MOST ? 0 : endsAt - this.now();
  }

  fail(userId: Snowflake): void {
    this.counter.count(userId, 1);
  }

  succeed(userId: Snowflake): void {
    this.#failures.delete(userId);
  }

  #add(userId: Snowflake, amount: number): void {
    const { count, endsAt } = this.#of(userId);
    this.#failures.set(userId, { count: count + amount, endsAt });
  }

  #of(userId: Snowflake): Failures {
    const known = this.#failures.get(userId);
    const now = this.now();
    if (known !== undefined && isAhead(now, known.endsAt, WINDOW)) return known;
    this.#failures.delete(userId);
    return { count: 0, endsAt: now + WINDOW };
  }
}
