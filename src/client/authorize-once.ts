import Type from 'typebox';
import { AuthorizationCodeSchema } from '../protocol/oauth2/authorization.js';
import { GrantSchema } from '../protocol/objects/application.js';
import type { Scope } from '../protocol/scopes.js';
import type { Snowflake } from '../protocol/snowflake.js';
import { authorizationQuery } from './authorization-query.js';
import { decoder } from './decode.js';
import { ServiceError } from './service-error.js';
import type { ServiceRest } from './service-rest.js';

/** An authorization that ends when it is revoked, and soon by itself. */
export interface OnceAuthorization {
  readonly code: string;
  readonly grantId: Snowflake;
  /** Revokes it, also if another account has signed in since. @throws {ServiceError} if the service cannot be asked */
  revoke(): Promise<void>;
}

const decodeCode = decoder(AuthorizationCodeSchema);
const decodeGrants = decoder(Type.Array(GrantSchema));

/**
 * Lets an application in for one connection. A service that does not know `access_type` gives a lasting grant, which is
 * revoked all the same, with what else was granted to the application.
 *
 * @param person the person's token
 * @throws {ServiceError} also where the service has no grant to revoke: then there must be no code
 */
export async function authorizeOnce(
  rest: ServiceRest,
  person: string | null,
  applicationId: Snowflake,
  scopes: readonly Scope[],
): Promise<OnceAuthorization> {
  const authorization = person;
  const query = authorizationQuery(applicationId, scopes);
  const body = { authorize: true, access_type: 'online' };
  const reply = decodeCode(await rest.request('POST', '/oauth2/authorize', { authorization, query, body }));
  const findGrant = async () =>
    decodeGrants(await rest.request('GET', '/oauth2/tokens', { authorization })).find(
      ({ application }) => application.id === applicationId,
    )?.id;
  const grantId = reply.grant_id ?? (await findGrant());
  if (grantId === undefined) throw new ServiceError('The service names no grant that could be revoked', 502);
  return {
    code: reply.code,
    grantId,
    async revoke() {
      await rest.requestUnless(404, 'DELETE', `/oauth2/tokens/${grantId}`, { authorization });
    },
  };
}
