import { UserError } from '../../platform/errors.js';
import { SharedCounter, WindowCounter } from '../core/counters.js';
import {
  type AccountServices,
  type AccountWithSecret,
  createPerson,
  invalidUsername,
} from './create-account.js';

/** Creates guest accounts (docs/rpc.md, AUTHORIZE), within the quotas of the requesting applications. */
export class GuestAccounts {
  constructor(readonly quotas: GuestQuotas) {}

  /**
   * Creates an account with an unverified email address.
   *
   * @throws {RateLimitedError} if the quota of the payer is used up
   * @throws {RestError} INVALID_FORM_BODY if the name is invalid
   */
  async create(services: AccountServices, username: string, payer: GuestPayer): Promise<AccountWithSecret> {
    const cancel = this.quotas.reserve(payer);
    try {
      return await createPerson(services, username, { verified: false });
    } catch (error) {
      cancel();
      throw error instanceof UserError ? invalidUsername(error) : error;
    }
  }
}

const WINDOW_MS = 3_600_000;

/** The shared quota of unauthenticated payers, in quotas of one payer. */
const UNPROVEN_SHARES = 100;
const UNPROVEN = 'unproven';

/** The holder of the quota of a guest account. */
export interface GuestPayer {
  readonly key: string;
  /** whether the payer is authenticated; others could use many names */
  readonly isProven: boolean;
}

/**
 * Limits the guest accounts of each payer per hour. Accounts that are not created do not count. All programs on a machine
 * share one address, so the payer is the application that authenticates with its secret, else the application that
 * `client_id` names at that address, else the address. Payers without a secret share an upper limit, because a program can
 * name an application that it is not; an application that must rule this out authenticates.
 */
export class GuestQuotas {
  readonly #made: WindowCounter;
  /** the counts of all nodes */
  readonly counter = new SharedCounter((key, amount) => this.#made.add(key, amount));

  /** @param limit accounts of one payer per hour; 0: guests are refused */
  constructor(
    private readonly limit: number,
    now: () => number,
  ) {
    this.#made = new WindowCounter(WINDOW_MS, now);
  }

  /**
   * Counts an account before it is created, so that concurrent requests are counted, too.
   *
   * @returns a function to call if the account is not created
   * @throws {RateLimitedError} if the quota of the payer is used up
   */
  reserve({ key, isProven }: GuestPayer): () => void {
    this.#made.requireBelow(key, this.limit);
    if (!isProven) this.#made.requireBelow(UNPROVEN, this.limit * UNPROVEN_SHARES);
    const keys = isProven ? [key] : [key, UNPROVEN];
    for (const counted of keys) this.counter.count(counted, 1);
    const { end } = this.#made;
    return () => {
      // The account counted in a window that has ended.
      if (end !== this.#made.end) return;
      for (const counted of keys) this.counter.count(counted, -1);
    };
  }
}
