import { ExpectedError } from '../../../protocol/expected-error.js';

/** Too many requests (docs/rest.md, Errors). */
export class RateLimitedError extends ExpectedError {
  override readonly name = 'RateLimitedError';

  constructor(
    /** milliseconds until the next attempt */
    readonly retryAfter: number,
    /** whether the quota over all routes was reached */
    readonly global: boolean,
  ) {
    super('You are being rate limited.');
  }

  /** The headers of the response; `Retry-After` is in seconds. */
  get headers(): Record<string, string> {
    const retry = { 'retry-after': String(Math.ceil(this.retryAfter / 1000)) };
    return this.global ? { ...retry, 'x-ratelimit-global': 'true' } : retry;
  }

  get body(): object {
    return { message: this.message, retry_after: this.retryAfter, global: this.global };
  }
}
