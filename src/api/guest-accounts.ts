import { UserError } from '../platform/errors.js';
import {
  type AccountServices,
  type AccountWithSecret,
  createPerson,
} from './administration/create-account.js';
import type { GuestPayer, GuestQuotas } from './guest-quotas.js';
import { invalidUsername } from './rest/invalid-username.js';

/** Accounts for people who have none (docs/rpc.md, AUTHORIZE), within the quotas of the applications that request them. */
export class GuestAccounts {
  constructor(private readonly quotas: GuestQuotas) {}

  /**
   * Creates an account whose email address nobody has verified.
   *
   * @throws {RateLimitedError} if the payer has created enough
   * @throws {RestError} INVALID_FORM_BODY if the name cannot be one
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
