import { randomInt } from 'node:crypto';
import { isAhead } from '../../platform/clock.js';
import { hashSecret } from '../../platform/crypto/secrets.js';
import { createTotpSecret, matchTotp, totpUri } from '../../platform/crypto/totp.js';
import { UserError } from '../../platform/errors.js';
import type { TwoFactorSecret } from '../../protocol/administration.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { Account, TwoFactorState } from '../../store/accounts.js';
import type { Store } from '../../store/store.js';
import { SharedCounter } from '../core/counters.js';
import { RateLimitedError } from '../core/errors.js';
import type { EventPublisher } from '../core/event-bus.js';
import type { Authentication } from './authentication.js';
import type { UserDirectory } from './user-directory.js';

const BACKUP_CODES = 10;

interface Dependencies {
  readonly store: Pick<Store, 'accounts'>;
  readonly users: UserDirectory;
  readonly authentication: Authentication;
  readonly events: EventPublisher;
  now(): number;
}

/** Two-factor authentication of people with time-based codes (RFC 6238; docs/rest.md, Two-factor authentication). */
export class TwoFactor {
  readonly attempts: CodeAttempts;

  constructor(private readonly services: Dependencies) {
    this.attempts = new CodeAttempts(() => services.now());
  }

  /** Creates a secret, which takes effect once it is confirmed. @throws {UserError} if two-factor is enabled */
  begin(userId: Snowflake): Promise<TwoFactorSecret> {
    return this.#change(userId, async (account, before) => {
      const { username, discriminator } = account;
      if (before?.confirmed) {
        throw new UserError(
          `${username} has two-factor authentication`,
          'Disable it first to use another secret',
        );
      }
      const secret = createTotpSecret();
      const begun = { userId, secret, confirmed: false, lastStep: 0, backupCodes: [] };
      await this.services.store.accounts.changeTwoFactor(account, before, begun);
      return { secret, uri: totpUri('Guildhall', `${username}#${discriminator}`, secret) };
    });
  }

  /**
   * Enables two-factor with the first code.
   *
   * @returns the backup codes, each of which works once instead of a code
   * @throws {UserError} if there is no secret to confirm, or the code is wrong
   */
  confirm(userId: Snowflake, code: string): Promise<string[]> {
    return this.#change(userId, async (account, before) => {
      if (before === null || before.confirmed) {
        throw new UserError(
          'there is no secret to confirm',
          'Create one with: guildhall users two-factor enable',
        );
      }
      const wait = this.attempts.wait(userId);
      if (wait > 0)
        throw new UserError('too many codes were wrong', `Wait ${Math.ceil(wait / 1000)} seconds`);
      const step = this.#match(before, code);
      if (step === null) {
        throw new UserError('the code is wrong', "Check the clocks of this machine and the person's device");
      }
      const codes = Array.from({ length: BACKUP_CODES }, createBackupCode);
      const backupCodes = codes.map(hashSecret);
      await this.#setEnabled(account, before, { ...before, confirmed: true, lastStep: step, backupCodes });
      return codes;
    });
  }

  /** @throws {UserError} if it is not enabled */
  disable(userId: Snowflake): Promise<void> {
    return this.#change(userId, async (account, before) => {
      if (before === null) throw new UserError(`${account.username} has no two-factor authentication`);
      await this.#setEnabled(account, before, null);
    });
  }

  /**
   * Verifies a code or backup code of a person; each works once.
   *
   * @throws {RateLimitedError} without verifying it, after too many wrong ones
   */
  verify(userId: Snowflake, code: string): Promise<boolean> {
    return this.#change(userId, async (account, before) => {
      if (!before?.confirmed) return false;
      const wait = this.attempts.wait(userId);
      if (wait > 0) throw new RateLimitedError(wait, false);
      const after = this.#useCode(before, code.replaceAll(/\s/g, ''));
      if (after === null) return false;
      await this.services.store.accounts.changeTwoFactor(account, before, after);
      return true;
    });
  }

  /** Changes the stored state; decides again if another request changed it meanwhile, so no code works twice. */
  #change<Result>(
    userId: Snowflake,
    change: (account: Account, before: TwoFactorState | null) => Promise<Result>,
  ): Promise<Result> {
    const { store, users } = this.services;
    return users.withAccount(userId, async (account) => {
      if (account === null)
        throw new UserError(`there is no user ${userId}`, 'See them with: guildhall users list');
      return change(account, await store.accounts.twoFactor(userId));
    });
  }

  /** @returns the state after the code was used; null if it is wrong */
  #useCode(state: TwoFactorState, code: string): TwoFactorState | null {
    const hash = hashSecret(code.toLowerCase());
    if (state.backupCodes.includes(hash)) {
      this.attempts.succeed(state.userId);
      return { ...state, backupCodes: state.backupCodes.filter((one) => one !== hash) };
    }
    const step = this.#match(state, code);
    return step === null ? null : { ...state, lastStep: step };
  }

  #match({ userId, secret, lastStep }: TwoFactorState, code: string): number | null {
    const step = matchTotp(secret, code, this.services.now(), lastStep);
    if (step === null) this.attempts.fail(userId);
    else this.attempts.succeed(userId);
    return step;
  }

  async #setEnabled(account: Account, before: TwoFactorState, after: TwoFactorState | null): Promise<void> {
    const { authentication, events, store, users } = this.services;
    const changed = await store.accounts.changeTwoFactor(account, before, after);
    users.change(changed);
    // The cache contains whether callers, and the owners of bots, have two-factor.
    authentication.revoked();
    events.userEvent(account.id, { type: 'accountChanged', account: changed });
  }
}

/** Ten characters without those that look alike: 50 bits. */
function createBackupCode(): string {
  const letters = 'abcdefghijkmnpqrstuvwxyz23456789';
  return Array.from({ length: 10 }, () => letters[randomInt(letters.length)]).join('');
}

/** The maximum number of wrong codes of one person per window; six digits could otherwise be guessed. */
const MAX_ATTEMPTS = 5;
/** In milliseconds. */
const WINDOW = 15 * 60_000;

interface Failures {
  readonly count: number;
  readonly endsAt: number;
}

/**
 * Limits wrong two-factor codes. Unlike tokens, which cannot be guessed, further codes are not verified at all. Only
 * callers with the person's token can use up the attempts.
 */
export class CodeAttempts {
  readonly #failures = new Map<Snowflake, Failures>();
  /** the counts of all nodes */
  readonly counter = new SharedCounter((userId, amount) => this.#add(userId, amount));

  constructor(private readonly now: () => number) {}

  /** @returns how long codes of this person are refused, in milliseconds; 0: they are verified */
  wait(userId: Snowflake): number {
    const { count, endsAt } = this.#of(userId);
    return count < MAX_ATTEMPTS ? 0 : endsAt - this.now();
  }

  fail(userId: Snowflake): void {
    this.counter.count(userId, 1);
  }

  succeed(userId: Snowflake): void {
    this.#failures.delete(userId);
  }

  #add(userId: Snowflake, amount: number): void {
    const { count, endsAt } = this.#of(userId);
    this.#failures.set(userId, { count: count + amount, endsAt });
  }

  #of(userId: Snowflake): Failures {
    const known = this.#failures.get(userId);
    const now = this.now();
    if (known !== undefined && isAhead(now, known.endsAt, WINDOW)) return known;
    this.#failures.delete(userId);
    return { count: 0, endsAt: now + WINDOW };
  }
}
