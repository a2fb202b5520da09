import { UserError } from '../platform/errors.js';
import { ACCOUNTS_TURN, createAccount, type NewAccount } from './administration/create-account.js';
import { invalidUsername } from './rest/invalid-username.js';
import { WindowCounter } from './rest/rate-limits/window-counter.js';
import type { Services } from './services.js';

const WINDOW_MS = 3_600_000;

/**
 * Accounts for people who have none (interface.md, AUTHORIZE: username). Whoever reaches the service may make one, so
 * each address gets only some an hour.
 */
export class GuestAccounts {
  readonly #made: WindowCounter;

  /** @param limit how many one address may make in an hour; 0: guests are not let in */
  constructor(
    private readonly limit: number,
    private readonly now: () => number,
  ) {
    this.#made = new WindowCounter(WINDOW_MS, now);
  }

  /**
   * Makes an account whose email address nobody has verified.
   *
   * @throws {RateLimitedError} if the address has made enough
   * @throws {RestError} INVALID_FORM_BODY if the name cannot be one
   */
  create(
    { ids, locks, store, users }: Pick<Services, 'ids' | 'locks' | 'store' | 'users'>,
    username: string,
    address: string,
  ): Promise<NewAccount> {
    return locks.run(ACCOUNTS_TURN, async () => {
      this.#made.requireBelow(address, this.limit);
      const taken = await store.users.discriminatorsOf(username.trim());
      const account = newGuest(username, taken, { id: ids.next(), now: this.now() });
      await store.writer.commit(account.writes);
      this.#made.add(address);
      users.remember([account.user]);
      return account;
    });
  }
}

function newGuest(
  username: string,
  taken: readonly string[],
  owner: { readonly id: string; readonly now: number },
): NewAccount {
  try {
    return createAccount(username, taken, { ...owner, applicationId: null, verified: false });
  } catch (error) {
    throw error instanceof UserError ? invalidUsername(error) : error;
  }
}
