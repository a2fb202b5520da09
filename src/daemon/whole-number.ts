import { UserError } from '../platform/errors.js';

/** Far beyond what any machine serves; only keeps nonsense out. */
const MOST = 2 ** 31 - 1;

/** Reads a limit of the configuration. @throws {UserError} */
export function wholeNumber(text: string): number {
  const value = Number(text);
  if (!/^\d{1,10}$/.test(text) || value < 1 || value > MOST) {
    throw new UserError(`a whole number from 1 to ${MOST} is needed, not ${JSON.stringify(text)}`);
  }
  return value;
}
