import { ExpectedError } from '../protocol/expected-error.js';
import type { RestErrorName } from '../protocol/rest/errors.js';
import type { LocatedFieldError } from '../protocol/rest/field-errors.js';

/** The refusal of a rule: nothing changes. `fields` only with INVALID_FORM_BODY. */
export class Refusal extends ExpectedError {
  override readonly name = 'Refusal';

  constructor(
    readonly error: RestErrorName,
    readonly fields: readonly LocatedFieldError[] = [],
  ) {
    super(error);
  }
}

/** Creates the refusal of one field. */
export function refuseField(path: readonly string[], code: string, message: string): Refusal {
  return new Refusal('INVALID_FORM_BODY', [{ path, code, message }]);
}
