import { BoundedMap } from '../../platform/async/bounded-map.js';
import type { Clock } from '../../platform/clock.js';

/** Why an application was refused: when it connected, or at AUTHORIZE and commands without a person (`not-approved`). */
export type RefusalReason = 'origin' | 'unknown-application' | 'handshake' | 'user' | 'not-approved';

/** A refusal of clients that sent the same. All texts are what clients sent, cut. */
export interface Refusal {
  readonly reason: RefusalReason;
  /** the client id as it was sent; null if none was */
  readonly applicationId: string | null;
  /** the Origin header; null if there was none */
  readonly origin: string | null;
  /** how often */
  readonly times: number;
  /** the last time, in milliseconds since the Unix epoch */
  readonly lastAt: number;
}

/** What a refused client sent. */
export type RefusedClient = Pick<Refusal, 'reason' | 'applicationId' | 'origin'>;

/** What a client that is accepted has corrected. */
const CORRECTED = ['origin', 'unknown-application', 'handshake'] as const;

/** How many refusals are remembered; the least recent ones are dropped. */
const MAX_REMEMBERED = 32;
/** How long each is remembered, in milliseconds. */
const LIFETIME_MS = 3_600_000;
/** How much of a text is remembered, in characters. No origin that can be registered is longer. */
const MAX_TEXT = 256;

/**
 * Remembers which clients were refused, for the person who looks for the reason (docs/troubleshooting.md). It is bounded,
 * because any web page and any program can be refused any number of times; a page cannot use it up, because unknown
 * applications of one origin share an entry.
 */
export class Refusals {
  readonly #remembered = new BoundedMap<string, Refusal>(MAX_REMEMBERED);

  constructor(private readonly clock: Clock) {}

  record({ reason, applicationId, origin }: RefusedClient): void {
    const key = keyOf(reason, applicationId, origin);
    const times = (this.#remembered.get(key)?.times ?? 0) + 1;
    // Deleted first, so that the map is in the order of the last time.
    this.#remembered.delete(key);
    const refusal = { reason, applicationId: cut(applicationId), origin: cut(origin), times };
    this.#remembered.set(key, { ...refusal, lastAt: this.clock.now() });
  }

  /** Forgets what the same client was refused for earlier: it was accepted now. */
  forget(applicationId: string, origin: string | null): void {
    if (this.#remembered.size === 0) return;
    // A program that sent no origin, or a page that was opened as a file, sends one now.
    for (const before of [origin, null, 'null']) {
      for (const reason of CORRECTED) this.#remembered.delete(keyOf(reason, applicationId, before));
    }
  }

  /** The refusals of the last hour, the newest first. */
  list(): Refusal[] {
    const since = this.clock.now() - LIFETIME_MS;
    return [...this.#remembered.values()].filter(({ lastAt }) => lastAt >= since).reverse();
  }
}

function keyOf(reason: RefusalReason, applicationId: string | null, origin: string | null): string {
  const id = reason === 'unknown-application' ? null : cut(applicationId);
  return JSON.stringify([reason, id, cut(origin)]);
}

/** A text that was cut ends with a mark, so that it is not a valid origin. */
function cut(text: string | null): string | null {
  return text === null || text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT)}…`;
}
