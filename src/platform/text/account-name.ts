import { findHiddenCharacter } from './visible-text.js';

/**
 * Checks the name of an account, which the service and its clients do alike.
 *
 * @param username without spaces at its ends
 * @returns what is wrong with it; null: nothing
 */
export function findUsernameFault(username: string): string | null {
  const { length } = [...username];
  // `@`, `#` and `:` have a meaning in texts that contain names.
  if (length < 2 || length > 32 || /[@#:]/.test(username)) {
    return 'a user name has 2 to 32 characters and none of @ # :';
  }
  const hidden = findHiddenCharacter(username);
  return hidden === null ? null : `a user name has no invisible characters, but this one has ${hidden}`;
}
