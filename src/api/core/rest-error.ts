import { ExpectedError } from '../../protocol/expected-error.js';
import { REST_ERRORS, type RestErrorBody, type RestErrorName } from '../../protocol/rest/errors.js';
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
