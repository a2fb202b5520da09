import Type, { type TObject, type TSchema } from 'typebox';
import { validator } from '../../protocol/schema.js';
import type { ApplicationRow } from '../../store/rows.js';
import { authenticateClient, claimedClientId } from '../oauth2/client-authentication.js';
import { type Call, type Declaration, extend, type Operation } from './operation.js';

const clientFields = validator(
  Type.Object({ client_id: Type.Optional(Type.String()), client_secret: Type.Optional(Type.String()) }),
);

interface WithApplication {
  readonly caller: null;
  /** the application whose secret was sent */
  readonly application: ApplicationRow;
}

/**
 * Declares an operation for applications, which prove themselves with their secret in the form or by HTTP Basic. Requests
 * count against the quota of an application once it is proven, and failures as failed logins only: no other peer of the
 * same address can use up what a right secret needs.
 */
export function applicationOperation<
  const Path extends string,
  Query extends TObject = never,
  Body extends TSchema = never,
  Reply extends TSchema = never,
>(declaration: Declaration<Path, Query, Body, Reply, WithApplication>): Operation {
  return extend({ ...declaration, audience: 'application' }, async (call) => {
    const application = await authenticate(call);
    call.countRequest(`application ${application.id}`);
    return { caller: null, application };
  });
}

/** @throws {OAuth2Error | RateLimitedError} invalid_client, or too many of them */
function authenticate(call: Call<string, unknown, unknown>): Promise<ApplicationRow> {
  const { address, authorization, services } = call;
  const fields = clientFields.is(call.body) ? call.body : {};
  const who = `${address} ${claimedClientId(authorization, fields)}`;
  return services.failedLogins.attempt(who, () =>
    authenticateClient(services.store.applications, authorization, fields),
  );
}
