import Type, { type TObject, type TSchema } from 'typebox';
import { validator } from '../../protocol/schema.js';
import type { Application } from '../../store/accounts.js';
import { authenticateClient, claimedClientId } from '../oauth2/client-authentication.js';
import type { BodySource } from '../versions/body-inputs.js';
import { declareOperation } from './declare-operation.js';
import type { Call, Declaration, FixedAccess, Operation } from './operation.js';
import type { OperationServices, ServiceName } from './operation-services.js';

const clientFields = validator(
  Type.Object({ client_id: Type.Optional(Type.String()), client_secret: Type.Optional(Type.String()) }),
);

interface WithApplication {
  readonly caller: null;
  /** the application whose secret was sent */
  readonly application: Application;
}

/**
 * Declares an operation for applications, which authenticate with their secret in the form or by HTTP Basic. Requests
 * count against the quota of the application only after it authenticated; failed attempts count as failed logins. So
 * another peer at the same address cannot exhaust the quota of an application.
 */
export function applicationOperation<
  const Path extends string,
  Query extends TObject = never,
  const Body extends BodySource = never,
  Reply extends TSchema = never,
  const Need extends ServiceName = never,
>(declaration: Declaration<Path, Query, Body, Reply, Need, WithApplication> & FixedAccess): Operation {
  return declareOperation({ ...declaration, access: 'application' }, async (call, _data, handle) => {
    const application = await authenticateApplication(call, call.readBody());
    call.countRequest(`application ${application.id}`);
    return handle({ caller: null, application });
  });
}

/**
 * Authenticates the application that sends a request.
 *
 * @param body may have the id and the secret if they are not in the Authorization header
 * @throws {OAuth2Error | RateLimitedError} invalid_client, or RateLimitedError after too many failures
 */
export function authenticateApplication(
  {
    address,
    authorization,
    services,
  }: Pick<Call<string, unknown, unknown>, 'address' | 'authorization'> & {
    readonly services: Pick<OperationServices, 'failedLogins' | 'applicationStore'>;
  },
  body: unknown,
): Promise<Application> {
  const fields = clientFields.is(body) ? body : {};
  const who = `${address} ${claimedClientId(authorization, fields)}`;
  return services.failedLogins.attempt(who, () =>
    authenticateClient(services.applicationStore, authorization, fields),
  );
}
