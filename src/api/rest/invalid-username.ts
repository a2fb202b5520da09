import type { UserError } from '../../platform/errors.js';
import { RestError } from './rest-error.js';

/** What is wrong with a user name, as a refusal of the body that holds it. */
export function invalidUsername({ message }: UserError): RestError {
  return new RestError('INVALID_FORM_BODY', [{ path: ['username'], code: 'USERNAME_INVALID', message }]);
}
