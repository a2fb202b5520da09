import type { Clock } from '../../platform/clock.js';
import { Deferred, inTimeOr } from '../../platform/promises.js';
import { type Bus, BusError } from '../bus/bus.js';
import { readAttempt, type SentAttempt } from './request-messages.js';

const UNKNOWN: SentAttempt = { kind: 'unknown' };

/**
 * The attempts of one request that were sent to other nodes. A reply that ends the request counts whenever it comes, also while
 * a later attempt is under way: a busy owner is waited for, and not asked to do it again.
 */
export class SentAttempts {
  /** nodes that were asked, and that may have carried the request out */
  readonly nodes = new Set<string>();
  /** under which the text of the request is offered to other nodes; null: it is not */
  longTextId: string | null = null;
  #late: SentAttempt | null = null;
  #arrival = new Deferred<void>();

  constructor(
    private readonly bus: Pick<Bus, 'request'>,
    private readonly clock: Pick<Clock, 'after'>,
  ) {}

  /** Resolves once a reply has arrived that ends the request. */
  get arrival(): Promise<void> {
    return this.#arrival.promise;
  }

  /** The reply that ends the request; null: none has arrived that was not taken. */
  take(): SentAttempt | null {
    const late = this.#late;
    this.#late = null;
    this.#arrival = new Deferred();
    return late;
  }

  /**
   * Sends an attempt.
   *
   * @param waitMs how long it is waited for, in milliseconds
   * @param remainingMs how long its reply counts, in milliseconds
   * @returns the reply, of an earlier attempt if that comes first; `unknown`: none came
   */
  async send(subject: string, message: string, waitMs: number, remainingMs: number): Promise<SentAttempt> {
    const own = this.#request(subject, message, remainingMs).then((reply) => {
      if (!isConclusive(reply)) return reply;
      this.#late = reply;
      this.#arrival.resolve();
      return null;
    });
    const any = Promise.race([own, this.arrival.then(() => null)]);
    return (await inTimeOr(this.clock, waitMs, any, UNKNOWN)) ?? this.take() ?? UNKNOWN;
  }

  async #request(subject: string, message: string, timeoutMs: number): Promise<SentAttempt> {
    try {
      return readAttempt(await this.bus.request(subject, message, timeoutMs));
    } catch (error) {
      return error instanceof BusError && error.reason === 'not-sent' ? { kind: 'not-done' } : UNKNOWN;
    }
  }
}

function isConclusive({ kind }: SentAttempt): boolean {
  return kind === 'done' || kind === 'too-long' || kind === 'busy';
}
