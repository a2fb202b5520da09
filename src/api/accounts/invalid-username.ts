import type { UserError } from '../../platform/errors.js';
import { RestError } from '../core/rest-error.js';

/** The error for a body with an invalid user name. */
export function invalidUsername({ message }: UserError): RestError {
  return new RestError('INVALID_FORM_BODY', [{ path: ['username'], code: 'USERNAME_INVALID', message }]);
}
