import { randomInt } from 'node:crypto';
import { UserError } from '../../platform/errors.js';
import { KeyedLock } from '../../platform/keyed-lock.js';
import { hashSecret } from '../../platform/secrets.js';
import { createTotpSecret, matchTotp, totpUri } from '../../platform/totp.js';
import type { TwoFactorSecret } from '../../protocol/administration.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { Store } from '../../store/sqlite/open-store.js';
import type { UserRow } from '../../store/sqlite/rows.js';
import type { TwoFactorRow } from '../../store/sqlite/two-factor-row.js';
import { put, remove, type Write } from '../../store/sqlite/writes.js';
import { ACCOUNTS_TURN } from '../administration/create-account.js';
import type { Authentication } from '../authentication.js';
import type { EventPublisher } from '../event-bus.js';
import { RateLimitedError } from '../rest/rate-limits/rate-limited-error.js';
import { toCurrentUser, type UserDirectory } from '../user-directory.js';
import { CodeAttempts } from './code-attempts.js';

const BACKUP_CODES = 10;

interface Dependencies {
  readonly store: Store;
  readonly users: UserDirectory;
  readonly authentication: Authentication;
  readonly events: EventPublisher;
  /** an account is changed in its ACCOUNTS_TURN, whoever changes it */
  readonly locks: KeyedLock;
  now(): number;
}

/** Two-factor authentication of people with time-based codes (RFC 6238; docs/rest.md, Two-factor authentication). */
export class TwoFactor {
  readonly #attempts: CodeAttempts;
  /** one change of a person at a time: no code may be accepted twice */
  readonly #locks = new KeyedLock();

  constructor(private readonly services: Dependencies) {
    this.#attempts = new CodeAttempts(() => services.now());
  }

  /** Makes a secret, which counts once it is confirmed. @throws {UserError} if two-factor is enabled */
  begin(user: UserRow): Promise<TwoFactorSecret> {
    return this.#locks.run(user.id, async () => {
      if ((await this.#find(user.id))?.confirmed) {
        throw new UserError(
          `${user.username} has two-factor authentication`,
          'disable it first to use another secret',
        );
      }
      const secret = createTotpSecret();
      const row = { user_id: user.id, secret, confirmed: false, last_step: 0, backup_codes: [] };
      await this.services.store.writer.commit([put('two_factor', row)]);
      const account = `${user.username}#${user.discriminator}`;
      return { secret, uri: totpUri('Guildhall', account, secret) };
    });
  }

  /**
   * Enables two-factor with the first code.
   *
   * @returns the backup codes, each of which works once instead of a code
   * @throws {UserError} if there is no secret to confirm, or the code is wrong
   */
  confirm(user: UserRow, code: string): Promise<string[]> {
    return this.#locks.run(user.id, async () => {
      const row = await this.#find(user.id);
      if (row === null || row.confirmed) {
        throw new UserError('there is no secret to confirm', 'guildhall users two-factor enable makes one');
      }
      const wait = this.#attempts.wait(user.id);
      if (wait > 0)
        throw new UserError('too many codes were wrong', `wait ${Math.ceil(wait / 1000)} seconds`);
      const step = this.#match(row, code);
      if (step === null) {
        throw new UserError('the code is wrong', "check the clocks of this machine and the person's device");
      }
      const codes = Array.from({ length: BACKUP_CODES }, createBackupCode);
      const confirmed = { ...row, confirmed: true, last_step: step, backup_codes: codes.map(hashSecret) };
      await this.#setEnabled(user, true, put('two_factor', confirmed));
      return codes;
    });
  }

  /** @throws {UserError} if it is not enabled */
  disable(user: UserRow): Promise<void> {
    return this.#locks.run(user.id, async () => {
      if ((await this.#find(user.id)) === null) {
        throw new UserError(`${user.username} has no two-factor authentication`);
      }
      await this.#setEnabled(user, false, remove('two_factor', { user_id: user.id }));
    });
  }

  /**
   * Verifies a code or backup code of a person; each works once.
   *
   * @throws {RateLimitedError} without verifying it, after too many wrong ones
   */
  verify(userId: Snowflake, code: string): Promise<boolean> {
    return this.#locks.run(userId, async () => {
      const row = await this.#find(userId);
      if (!row?.confirmed) return false;
      const wait = this.#attempts.wait(userId);
      if (wait > 0) throw new RateLimitedError(wait, false);
      const used = this.#useCode(row, code.replaceAll(/\s/g, ''));
      if (used === null) return false;
      await this.services.store.writer.commit([put('two_factor', used)]);
      return true;
    });
  }

  /** @returns the row once the code is used; null if it is wrong */
  #useCode(row: TwoFactorRow, code: string): TwoFactorRow | null {
    const hash = hashSecret(code.toLowerCase());
    if (row.backup_codes.includes(hash)) {
      this.#attempts.succeed(row.user_id);
      return { ...row, backup_codes: row.backup_codes.filter((one) => one !== hash) };
    }
    const step = this.#match(row, code);
    return step === null ? null : { ...row, last_step: step };
  }

  #match(row: TwoFactorRow, code: string): number | null {
    const step = matchTotp(row.secret, code, this.services.now(), row.last_step);
    if (step === null) this.#attempts.fail(row.user_id);
    else this.#attempts.succeed(row.user_id);
    return step;
  }

  #find(userId: Snowflake): Promise<TwoFactorRow | null> {
    return this.services.store.users.twoFactor(userId);
  }

  #setEnabled({ id }: UserRow, enabled: boolean, write: Write): Promise<void> {
    const { authentication, events, locks, store, users } = this.services;
    return locks.run(ACCOUNTS_TURN, async () => {
      const before = await users.load(id);
      if (before === null) throw new UserError(`there is no user ${id}`);
      const user = { ...before, mfa_enabled: enabled };
      await store.writer.commit([put('users', user), write]);
      users.remember([user]);
      // It remembers whether callers, and the owners of bots, have two-factor.
      authentication.revoked();
      events.userEvent(id, 'USER_UPDATE', toCurrentUser(user, true));
    });
  }
}

/** Ten characters without those that look alike: 50 bits. */
function createBackupCode(): string {
  const letters = 'abcdefghijkmnpqrstuvwxyz23456789';
  return Array.from({ length: 10 }, () => letters[randomInt(letters.length)]).join('');
}
