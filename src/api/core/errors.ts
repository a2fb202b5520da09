import { ExpectedError } from '../../protocol/expected-error.js';
import type { OAuth2ErrorName } from '../../protocol/oauth2/errors.js';
import {
  RATE_LIMITED_MESSAGE,
  REST_ERRORS,
  type RestErrorBody,
  type RestErrorName,
  rateLimitedBody,
} from '../../protocol/rest/errors.js';
import { type LocatedFieldError, nestFieldErrors } from '../../protocol/rest/field-errors.js';

/** A REST error from the error table; only INVALID_FORM_BODY has `fields`. */
export class RestError extends ExpectedError {
  override readonly name = 'RestError';

  constructor(
    readonly error: RestErrorName,
    readonly fields: readonly LocatedFieldError[] = [],
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(error);
  }
}

/** The body of an error response (docs/rest.md, Errors). */
export function restErrorBody(name: RestErrorName, fields: readonly LocatedFieldError[] = []): RestErrorBody {
  const { code, message } = REST_ERRORS[name];
  return fields.length === 0 ? { code, message } : { code, message, errors: nestFieldErrors(fields) };
}

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

/** An OAuth2 error (RFC 6749 §5.2). */
export class OAuth2Error extends ExpectedError {
  override readonly name = 'OAuth2Error';

  /** @param description for the developer of the application */
  constructor(
    readonly error: OAuth2ErrorName,
    readonly description: string,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(`${error}: ${description}`);
  }
}
