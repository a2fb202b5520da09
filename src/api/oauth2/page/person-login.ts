import type { Caller } from '../../caller.js';
import { RestError } from '../../rest/rest-error.js';
import type { Services } from '../../services.js';

/**
 * The person whose token was typed in.
 *
 * @param who whose wrong tokens count together
 * @throws {RestError} UNAUTHORIZED if it is no person's token
 * @throws {RateLimitedError} if it is wrong, after too many others
 */
export function personLogin(
  { authentication, failedLogins }: Pick<Services, 'authentication' | 'failedLogins'>,
  who: string,
  token: string,
): Promise<Caller> {
  const secret = token.trim();
  return failedLogins.attempt(who, async () => {
    const caller = await authentication.byHeader(secret);
    if (caller?.kind !== 'person') throw new RestError('UNAUTHORIZED');
    return caller;
  });
}
