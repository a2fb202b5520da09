import { TimeWindow } from '../counters.js';
import { RateLimitedError } from '../errors.js';
import type { RestLimits } from '../limits.js';

/** The requests of one caller in the current window. */
class CallerRequests {
  total = 0;
  readonly ofBucket = new Map<string, number>();
}

/** Enforces the quotas of callers. A bucket is a route with its guild or channel id (docs/rest.md, Errors). */
export class RateLimiter {
  readonly #window: TimeWindow;
  readonly #callers = new Map<string, CallerRequests>();
  readonly #limit: string;
  /** the end of the window in seconds since the Unix epoch */
  #reset = '';

  constructor(
    readonly limits: RestLimits,
    now: () => number,
  ) {
    this.#window = new TimeWindow(limits.windowSeconds * 1000, now);
    this.#limit = String(limits.bucketRequests);
  }

  /**
   * Counts a request.
   *
   * @param headers of the reply, names and values in turn: the documented ones are added, whether or not the request is accepted
   * @throws {RateLimitedError} if the quota is used up
   */
  take(caller: string, bucket: string, headers: string[]): void {
    const { bucketRequests, globalRequests } = this.limits;
    const requests = this.#requestsOf(caller);
    requests.total += 1;
    const isOverTotal = requests.total > globalRequests;
    const before = requests.ofBucket.get(bucket) ?? 0;
    // The caller chooses the bucket, so no new buckets are created once the global quota is exceeded.
    const count = isOverTotal ? before : before + 1;
    if (!isOverTotal) requests.ofBucket.set(bucket, count);
    const remaining = String(Math.max(0, bucketRequests - count));
    headers.push('x-ratelimit-limit', this.#limit, 'x-ratelimit-remaining', remaining);
    headers.push('x-ratelimit-reset', this.#reset);
    if (isOverTotal) throw new RateLimitedError(this.#window.remaining(), true);
    if (count > bucketRequests) throw new RateLimitedError(this.#window.remaining(), false);
  }

  /**
   * Counts requests that a caller made elsewhere.
   *
   * @param bucket null: adds to the total only
   */
  add(caller: string, bucket: string | null, count: number): void {
    const requests = this.#requestsOf(caller);
    if (bucket === null) requests.total += count;
    else requests.ofBucket.set(bucket, (requests.ofBucket.get(bucket) ?? 0) + count);
  }

  /** The end of the current window, in milliseconds since the Unix epoch. */
  currentWindowEnd(): number {
    this.#beginWindow();
    return this.#window.end;
  }

  /** All counts of the current window. */
  *counts(): Iterable<{ caller: string; total: number; buckets: ReadonlyMap<string, number> }> {
    this.#beginWindow();
    for (const [caller, { total, ofBucket: buckets }] of this.#callers) yield { caller, total, buckets };
  }

  #beginWindow(): void {
    if (!this.#window.advance()) return;
    this.#callers.clear();
    this.#reset = String(Math.ceil(this.#window.end / 1000));
  }

  #requestsOf(caller: string): CallerRequests {
    this.#beginWindow();
    const known = this.#callers.get(caller);
    if (known !== undefined) return known;
    const requests = new CallerRequests();
    this.#callers.set(caller, requests);
    return requests;
  }
}
