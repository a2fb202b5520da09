import type { Snowflake } from '../../protocol/snowflake.js';
import type { GuestPayer } from '../guest-quotas.js';
import { isBasic } from '../oauth2/client-authentication.js';
import { authenticateApplication } from './application-operation.js';
import type { Call } from './operation.js';

/**
 * Whose quota a guest counts against: an application that sends its secret by HTTP Basic, else the registered application
 * that the request names at its address, else the address.
 *
 * @throws {OAuth2Error | RateLimitedError} if a secret was sent and is wrong
 */
export async function readGuestPayer(
  call: Pick<
    Call<string, unknown, { readonly client_id?: Snowflake | null | undefined }>,
    'address' | 'authorization' | 'body' | 'services'
  >,
): Promise<GuestPayer> {
  const { address, authorization, body, services } = call;
  if (isBasic(authorization)) {
    const { id } = await authenticateApplication(call);
    return { key: `application ${id}`, isProven: true };
  }
  const named = body.client_id == null ? null : await services.store.applications.byId(body.client_id);
  return { key: named === null ? address : `${address} for ${named.id}`, isProven: false };
}
