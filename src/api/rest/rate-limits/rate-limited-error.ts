/** Too many requests (docs/rest.md, Errors). */
export class RateLimitedError extends Error {
  override readonly name = 'RateLimitedError';

  constructor(
    /** milliseconds until it is worth trying again */
    readonly retryAfter: number,
    /** whether it was the limit over all routes */
    readonly global: boolean,
  ) {
    super('You are being rate limited.');
  }

  /** The headers of the reply; `Retry-After` is in seconds, as HTTP has it. */
  get headers(): Record<string, string> {
    const retry = { 'retry-after': String(Math.ceil(this.retryAfter / 1000)) };
    return this.global ? { ...retry, 'x-ratelimit-global': 'true' } : retry;
  }

  get body(): object {
    return { message: this.message, retry_after: this.retryAfter, global: this.global };
  }
}
