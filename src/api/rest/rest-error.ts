import { REST_ERRORS, type RestErrorBody, type RestErrorName } from '../../protocol/rest/errors.js';
import { type LocatedFieldError, nestFieldErrors } from '../../protocol/rest/field-errors.js';

/** A REST call fails with an entry of the error table; `fields` with INVALID_FORM_BODY only. */
export class RestError extends Error {
  override readonly name = 'RestError';

  constructor(
    readonly error: RestErrorName,
    readonly fields: readonly LocatedFieldError[] = [],
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(error);
  }
}

/** The body that tells an error (docs/rest.md, Errors). */
export function restErrorBody(name: RestErrorName, fields: readonly LocatedFieldError[] = []): RestErrorBody {
  const { code, message } = REST_ERRORS[name];
  return fields.length === 0 ? { code, message } : { code, message, errors: nestFieldErrors(fields) };
}
