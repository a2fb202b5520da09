import Type, { type Static } from 'typebox';
import { ApplicationSchema } from '../protocol/objects/application.js';
import type { Scope } from '../protocol/scopes.js';
import type { Snowflake } from '../protocol/snowflake.js';
import { authorizationQuery } from './authorization-query.js';
import type { ApplicationAccess } from './client.js';
import { decoder } from './decode.js';
import { ServiceError } from './service-error.js';
import type { ServiceRest } from './service-rest.js';

const PreviewSchema = Type.Object({
  application: ApplicationSchema,
  /** absent: the service does not tell */
  approved: Type.Optional(Type.Boolean()),
});
const decodePreview = decoder(PreviewSchema);

/** What letting an application in would mean, without granting anything. @throws {ServiceError} if it is refused */
export async function previewAuthorization(
  rest: ServiceRest,
  authorization: string | null,
  applicationId: Snowflake,
  scopes: readonly Scope[],
): Promise<Static<typeof PreviewSchema>> {
  const query = authorizationQuery(applicationId, scopes);
  return decodePreview(await rest.request('GET', '/oauth2/authorize', { authorization, query }));
}

/** How a person may use an application. @throws {ServiceError} if the service cannot be asked */
export async function accessToApplication(
  rest: ServiceRest,
  token: string,
  applicationId: Snowflake,
): Promise<ApplicationAccess> {
  try {
    const { approved } = await previewAuthorization(rest, token, applicationId, ['rpc']);
    return approved === true ? 'approved' : 'tester';
  } catch (error) {
    if (error instanceof ServiceError && error.oauth?.error === 'access_denied') return 'none';
    throw error;
  }
}
