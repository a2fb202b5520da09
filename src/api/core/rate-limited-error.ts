import { ExpectedError } from '../../protocol/expected-error.js';
import { RATE_LIMITED_MESSAGE, rateLimitedBody } from '../../protocol/rest/errors.js';

/** Too many requests (docs/rest.md, Errors). */
export class RateLimitedError extends ExpectedError {
  override readonly name = 'RateLimitedError';

  constructor(
    /** milliseconds until the next attempt */
    readonly retryAfter: number,
    /** whether the quota over all routes was reached */
    readonly global: boolean,
  ) {
    super(RATE_LIMITED_MESSAGE);
  }

  /** The headers of the response; `Retry-After` is in seconds. */
  get headers(): Record<string, string> {
    const retry = { 'retry-after': String(Math.ceil(this.retryAfter / 1000)) };
    return this.global ? { ...retry, 'x-ratelimit-global': 'true' } : retry;
  }

  get body(): object {
    return rateLimitedBody(this.retryAfter, this.global);
  }
}
