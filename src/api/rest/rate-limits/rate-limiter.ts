import { RateLimitedError } from './rate-limited-error.js';
import type { RestLimits } from './rest-limits.js';
import { WindowCounter } from './window-counter.js';

/** Enforces the quotas of callers. A bucket is a route with its guild or channel id (docs/rest.md, Errors). */
export class RateLimiter {
  readonly #buckets: WindowCounter;
  readonly #callers: WindowCounter;

  constructor(
    private readonly limits: RestLimits,
    private readonly now: () => number,
  ) {
    const ms = limits.windowSeconds * 1000;
    this.#buckets = new WindowCounter(ms, now);
    this.#callers = new WindowCounter(ms, now);
  }

  /**
   * Counts a request.
   *
   * @param setHeader sets the documented headers, whether or not the request is accepted
   * @throws {RateLimitedError} if the quota is used up
   */
  take(caller: string, bucket: string, setHeader: (name: string, value: string) => void): void {
    const { bucketRequests, globalRequests } = this.limits;
    const total = this.#callers.add(caller);
    const key = `${caller} ${bucket}`;
    // The caller chooses the bucket, so no new buckets are created once the global quota is exceeded.
    const count = total > globalRequests ? this.#buckets.count(key) : this.#buckets.add(key);
    const { end } = this.#buckets;
    setHeader('x-ratelimit-limit', String(bucketRequests));
    setHeader('x-ratelimit-remaining', String(Math.max(0, bucketRequests - count)));
    setHeader('x-ratelimit-reset', String(Math.ceil(end / 1000)));
    if (total > globalRequests) throw new RateLimitedError(this.#callers.end - this.now(), true);
    if (count > bucketRequests) throw new RateLimitedError(end - this.now(), false);
  }
}
