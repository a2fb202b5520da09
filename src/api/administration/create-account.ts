import { randomInt } from 'node:crypto';
import { UserError } from '../../platform/errors.js';
import { createSecret, hashSecret } from '../../platform/secrets.js';
import { findHiddenCharacter } from '../../platform/visible-text.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { TokenRow, UserRow } from '../../store/sqlite/rows.js';
import { put, type Write } from '../../store/sqlite/writes.js';

const DISCRIMINATORS = 9999;

/** Names cannot be reserved over a wait, and an account is stored whole: whatever creates or changes accounts takes this lock. */
export const ACCOUNTS_TURN = 'administration';

/** A new user and the token they sign in with. */
export interface NewAccount {
  readonly user: UserRow;
  readonly token: string;
  readonly writes: readonly Write[];
}

/** Whose account it is. */
export interface AccountOwner {
  readonly id: Snowflake;
  /** the application of a bot; null for a person */
  readonly applicationId: Snowflake | null;
  /** whether the email address counts as verified; by default it does: the machine's owner makes the account */
  readonly verified?: boolean;
  /** a phone number that counts as verified */
  readonly phone?: string;
  /** milliseconds since the Unix epoch */
  readonly now: number;
}

/**
 * Makes a person or a bot.
 *
 * @param taken the discriminators that others of this name have
 * @throws {UserError} if the name cannot be one, or everybody is called that
 */
export function createAccount(username: string, taken: readonly string[], owner: AccountOwner): NewAccount {
  const token = createSecret();
  const bot = owner.applicationId !== null;
  const user: UserRow = {
    id: owner.id,
    username: checkUsername(username),
    discriminator: chooseDiscriminator(taken),
    avatar: null,
    bot,
    mfa_enabled: false,
    verified: owner.verified ?? true,
    email: null,
    phone: owner.phone === undefined ? null : checkPhone(owner.phone),
  };
  const row: TokenRow = {
    hash: hashSecret(token),
    kind: bot ? 'bot' : 'person',
    user_id: user.id,
    application_id: owner.applicationId,
    grant_id: null,
    chain: null,
    scopes: [],
    created_at: owner.now,
    expires_at: null,
    rotated_at: null,
  };
  return { user, token, writes: [put('users', user), put('tokens', row)] };
}

/** @throws {UserError} */
export function checkUsername(username: string): string {
  const trimmed = username.trim();
  const length = [...trimmed].length;
  // `@`, `#` and `:` have a meaning where names are written in texts.
  if (length < 2 || length > 32 || /[@#:]/.test(trimmed)) {
    throw new UserError('a user name has 2 to 32 characters and none of @ # :');
  }
  const hidden = findHiddenCharacter(trimmed);
  if (hidden === null) return trimmed;
  throw new UserError(`a user name has no invisible characters, but this one has ${hidden}`);
}

/** @throws {UserError} */
function checkPhone(phone: string): string {
  if (/^\+[1-9][0-9]{6,14}$/.test(phone)) return phone;
  throw new UserError('a phone number is written as +, country and number, digits only');
}

/** A free number for a name. @throws {UserError} if everybody is called that */
export function chooseDiscriminator(others: readonly string[]): string {
  const taken = new Set(others);
  const free: string[] = [];
  for (let number = 1; number <= DISCRIMINATORS; number++) {
    const discriminator = String(number).padStart(4, '0');
    if (!taken.has(discriminator)) free.push(discriminator);
  }
  if (free.length === 0) throw new UserError('too many users have this name', 'choose another one');
  return free[randomInt(free.length)] ?? '';
}
