import { Deferred, inTimeOr } from '../../platform/async/promises.js';
import type { Clock } from '../../platform/clock.js';
import { type Bus, BusError } from '../bus/bus.js';
import { nodeSubject, readAttempt, type SentAttempt } from './request-messages.js';
import type { SilentNodes } from './silent-nodes.js';

const UNKNOWN: SentAttempt = { kind: 'unknown' };

/**
 * The attempts of one request that were sent to other nodes. A reply that ends the request counts whenever it comes, also while
 * a later attempt is in progress: a busy owner is waited for, and not asked to do it again.
 */
export class SentAttempts {
  /** nodes that were asked, and that may have carried the request out */
  readonly nodes = new Set<string>();
  /** under which the text of the request is offered to other nodes; null: it is not */
  longTextId: string | null = null;
  /** nodes that left an attempt unanswered → how many of their replies had arrived by then */
  readonly #unanswered = new Map<string, number>();
  #late: SentAttempt | null = null;
  #arrival = new Deferred<void>();

  constructor(
    private readonly bus: Pick<Bus, 'request'>,
    private readonly clock: Pick<Clock, 'after'>,
    private readonly silent: SilentNodes,
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
   * Sends an attempt to a node. Two that are not answered, with no reply of the node in between, make it silent: a node that has
   * received the first one says at least that it is in progress. One that refused the first may need long for the second.
   *
   * @param waitMs how long it is waited for, in milliseconds
   * @param remainingMs how long its reply counts, in milliseconds
   * @returns the reply, of an earlier attempt if that comes first; `unknown`: none came
   */
  async send(node: string, message: string, waitMs: number, remainingMs: number): Promise<SentAttempt> {
    this.nodes.add(node);
    const own = this.#request(node, message, remainingMs).then((reply) => {
      if (!isConclusive(reply)) return reply;
      this.#late = reply;
      this.#arrival.resolve();
      return null;
    });
    const any: Promise<SentAttempt | null | 'unanswered'> = Promise.race([
      own,
      this.arrival.then(() => null),
    ]);
    const reply = await inTimeOr(this.clock, waitMs, any, 'unanswered');
    if (reply !== 'unanswered') return reply ?? this.take() ?? UNKNOWN;
    const replies = this.silent.replies(node);
    if (this.#unanswered.get(node) === replies) this.silent.add(node);
    this.#unanswered.set(node, replies);
    return this.take() ?? UNKNOWN;
  }

  async #request(node: string, message: string, timeoutMs: number): Promise<SentAttempt> {
    try {
      const reply = await this.bus.request(nodeSubject(node), message, timeoutMs);
      this.silent.recordReply(node);
      return readAttempt(reply);
    } catch (error) {
      return error instanceof BusError && error.reason === 'not-sent' ? { kind: 'not-done' } : UNKNOWN;
    }
  }
}

function isConclusive({ kind }: SentAttempt): boolean {
  return kind === 'done' || kind === 'too-long' || kind === 'busy';
}
