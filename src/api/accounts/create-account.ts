import { randomInt } from 'node:crypto';
import { createSecret, hashSecret } from '../../platform/crypto/secrets.js';
import { InputError, UserError } from '../../platform/errors.js';
import { findUsernameFault } from '../../platform/text/account-name.js';
import type { Snowflake, SnowflakeFactory } from '../../protocol/snowflake.js';
import type { Account, AccountStore, NewAccount } from '../../store/accounts.js';
import { retryOnConflict } from '../../store/retry-on-conflict.js';
import type { Token } from '../../store/token.js';
import { RestError } from '../core/errors.js';
import type { UserDirectory } from './user-directory.js';

const DISCRIMINATORS = 9999;

/** A new account, and the secret of its token. */
export interface AccountWithSecret {
  readonly created: NewAccount;
  readonly secret: string;
}

/** The owner of an account. */
export interface AccountOwner {
  readonly id: Snowflake;
  /** the application of a bot; null for a person */
  readonly applicationId: Snowflake | null;
  /** whether the email address is verified; true by default, because the administrator creates the account */
  readonly verified?: boolean;
  /** a verified phone number */
  readonly phone?: string;
  /** milliseconds since the Unix epoch */
  readonly now: number;
}

/** The dependencies of creating accounts. */
export interface AccountServices {
  readonly ids: SnowflakeFactory;
  readonly accountStore: AccountStore;
  readonly users: UserDirectory;
  /** milliseconds since the Unix epoch */
  now(): number;
}

/**
 * Creates the account of a person.
 *
 * @throws {UserError} if the name is invalid, or all its discriminators are in use
 */
export function createPerson(
  { accountStore, ids, users, now }: AccountServices,
  username: string,
  facts: Pick<AccountOwner, 'verified' | 'phone'>,
): Promise<AccountWithSecret> {
  return retryOnConflict(async () => {
    const taken = await accountStore.discriminatorsOf(username.trim());
    const account = newAccount(username, taken, {
      ...facts,
      id: ids.next(),
      applicationId: null,
      now: now(),
    });
    await accountStore.create(account.created);
    users.remember([account.created.account]);
    return account;
  });
}

/**
 * A new account of a person or a bot, to be stored.
 *
 * @param taken discriminators of this name that are in use
 * @throws {UserError} if the name is invalid, or all its discriminators are in use
 */
export function newAccount(
  username: string,
  taken: readonly string[],
  owner: AccountOwner,
): AccountWithSecret {
  const secret = createSecret();
  const bot = owner.applicationId !== null;
  const account: Account = {
    id: owner.id,
    username: checkUsername(username),
    discriminator: chooseDiscriminator(taken),
    avatar: null,
    bot,
    mfaEnabled: false,
    verified: owner.verified ?? true,
    email: null,
    phone: owner.phone === undefined ? null : checkPhone(owner.phone),
  };
  const token: Token = {
    hash: hashSecret(secret),
    kind: bot ? 'bot' : 'person',
    userId: account.id,
    applicationId: owner.applicationId,
    grantId: null,
    chain: null,
    scopes: [],
    createdAt: owner.now,
    expiresAt: null,
    rotatedAt: null,
  };
  return { created: { account, token }, secret };
}

/** @throws {InputError} */
export function checkUsername(username: string): string {
  const trimmed = username.trim();
  const fault = findUsernameFault(trimmed);
  if (fault !== null) throw new InputError(fault);
  return trimmed;
}

/** @throws {InputError} */
function checkPhone(phone: string): string {
  if (/^\+[1-9][0-9]{6,14}$/.test(phone)) return phone;
  throw new InputError('a phone number is written as +, country and number, digits only');
}

/** A free discriminator for a name. @throws {UserError} if all are in use */
export function chooseDiscriminator(others: readonly string[]): string {
  const taken = new Set(others);
  const free: string[] = [];
  for (let number = 1; number <= DISCRIMINATORS; number++) {
    const discriminator = String(number).padStart(4, '0');
    if (!taken.has(discriminator)) free.push(discriminator);
  }
  if (free.length === 0) throw new UserError('too many users have this name', 'Choose another one');
  return free[randomInt(free.length)] ?? '';
}

/** The error for a body with an invalid user name. */
export function invalidUsername({ message }: UserError): RestError {
  return new RestError('INVALID_FORM_BODY', [{ path: ['username'], code: 'USERNAME_INVALID', message }]);
}
