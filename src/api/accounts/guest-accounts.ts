import { UserError } from '../../platform/errors.js';
import { type AccountServices, type AccountWithSecret, createPerson } from './create-account.js';
import type { GuestPayer, GuestQuotas } from './guest-quotas.js';
import { invalidUsername } from './invalid-username.js';

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
