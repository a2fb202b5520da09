import type { Snowflake } from '../../protocol/snowflake.js';
import type { GuestPayer } from '../accounts/guest-quotas.js';
import { isBasic } from '../oauth2/client-authentication.js';
import { authenticateApplication } from './application-operation.js';
import type { Call } from './operation.js';
import type { OperationServices } from './operation-services.js';

/**
 * Determines whose quota a guest account counts against: the application that sends its secret by HTTP Basic; otherwise
 * the registered application that the request names, per address; otherwise the address.
 *
 * @param applicationId the application that the request names; null if there is none
 * @throws {OAuth2Error | RateLimitedError} if a secret was sent and is wrong
 */
export async function readGuestPayer(
  call: Pick<Call<string, unknown, unknown>, 'address' | 'authorization'> & {
    readonly services: Pick<OperationServices, 'failedLogins' | 'applicationStore'>;
  },
  applicationId: Snowflake | null,
): Promise<GuestPayer> {
  const { address, authorization, services } = call;
  if (isBasic(authorization)) {
    const { id } = await authenticateApplication(call, {});
    return { key: `application ${id}`, isProven: true };
  }
  const named = applicationId === null ? null : await services.applicationStore.byId(applicationId);
  return { key: named === null ? address : `${address} for ${named.id}`, isProven: false };
}
