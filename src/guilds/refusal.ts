import type { RestErrorName } from '../protocol/rest/errors.js';
import type { LocatedFieldError } from '../protocol/rest/field-errors.js';

/** A rule says no: nothing changes. `fields` with INVALID_FORM_BODY only. */
export class Refusal extends Error {
  override readonly name = 'Refusal';

  constructor(
    readonly error: RestErrorName,
    readonly fields: readonly LocatedFieldError[] = [],
  ) {
    super(error);
  }
}

/** A refusal of one field of what was asked for. */
export function refuseField(path: readonly string[], code: string, message: string): Refusal {
  return new Refusal('INVALID_FORM_BODY', [{ path, code, message }]);
}
