import type { Static } from 'typebox';
import type { AuthorizeParameters } from '../../protocol/rest/oauth2-bodies.js';
import type { Scope } from '../../protocol/scopes.js';
import { isSnowflake } from '../../protocol/snowflake.js';
import type { ApplicationQueries } from '../../store/queries/application-queries.js';
import type { ApplicationRow } from '../../store/rows.js';
import { OAuth2Error } from './oauth2-error.js';
import { parseScopes } from './scope-parameter.js';

/** An authorization request whose parameters are right (RFC 6749 §4.1.1). */
export interface AuthorizationParameters {
  readonly application: ApplicationRow;
  readonly scopes: readonly Scope[];
  /** registered, or null where none was given */
  readonly redirectUri: string | null;
  readonly state: string | null;
}

/** @throws {OAuth2Error} invalid_client, invalid_scope, invalid_request, unsupported_response_type */
export async function readAuthorizationParameters(
  applications: ApplicationQueries,
  parameters: Static<typeof AuthorizeParameters>,
): Promise<AuthorizationParameters> {
  const { client_id: id, redirect_uri: redirectUri, response_type: responseType } = parameters;
  const application = id !== undefined && isSnowflake(id) ? await applications.byId(id) : null;
  if (application === null)
    throw new OAuth2Error('invalid_client', 'there is no application with this client id');
  if (redirectUri !== undefined && !application.redirect_uris.includes(redirectUri)) {
    throw new OAuth2Error('invalid_request', 'the redirect_uri is not registered');
  }
  if (responseType === undefined) throw new OAuth2Error('invalid_request', 'response_type is missing');
  if (responseType !== 'code') {
    throw new OAuth2Error('unsupported_response_type', 'only the response type code is supported');
  }
  const scopes = parseScopes(parameters.scope);
  return { application, scopes, redirectUri: redirectUri ?? null, state: parameters.state ?? null };
}

/** Where a browser goes with the code (RFC 6749 §4.1.2). */
export function redirectLocation(redirectUri: string, code: string, state: string | null): string {
  const url = new URL(redirectUri);
  url.searchParams.set('code', code);
  if (state !== null) url.searchParams.set('state', state);
  return url.href;
}
