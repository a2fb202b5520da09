import { UserError } from '../platform/errors.js';
import { ACCOUNTS_TURN, createAccount, type NewAccount } from './administration/create-account.js';
import type { GuestPayer, GuestQuotas } from './guest-quotas.js';
import { invalidUsername } from './rest/invalid-username.js';
import type { Services } from './services.js';

/** Accounts for people who have none (docs/rpc.md, AUTHORIZE), within the quotas of the applications that request them. */
export class GuestAccounts {
  constructor(
    private readonly quotas: GuestQuotas,
    private readonly now: () => number,
  ) {}

  /**
   * Makes an account whose email address nobody has verified.
   *
   * @throws {RateLimitedError} if the payer has made enough
   * @throws {RestError} INVALID_FORM_BODY if the name cannot be one
   */
  create(
    { ids, locks, store, users }: Pick<Services, 'ids' | 'locks' | 'store' | 'users'>,
    username: string,
    payer: GuestPayer,
  ): Promise<NewAccount> {
    return locks.run(ACCOUNTS_TURN, async () => {
      this.quotas.requireRoom(payer);
      const taken = await store.users.discriminatorsOf(username.trim());
      const account = newGuest(username, taken, { id: ids.next(), now: this.now() });
      await store.writer.commit(account.writes);
      this.quotas.count(payer);
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
