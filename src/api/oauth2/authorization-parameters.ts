import type { Static } from 'typebox';
import type { AuthorizeParameters } from '../../protocol/rest/oauth2-bodies.js';
import type { Scope } from '../../protocol/scopes.js';
import { isSnowflake } from '../../protocol/snowflake.js';
import type { ApplicationQueries } from '../../store/queries/application-queries.js';
import type { ApplicationRow } from '../../store/rows.js';
import { OAuth2Error } from './oauth2-error.js';
import { parseScopes } from './scope-parameter.js';

/** Who asks, and where the answer may go. While this is not known, nobody is redirected (RFC 6749 §4.1.2.1). */
export interface AuthorizationClient {
  readonly application: ApplicationRow;
  /** registered, or null where none was given */
  readonly redirectUri: string | null;
}

interface Requested extends AuthorizationClient {
  readonly scopes: readonly Scope[];
  readonly state: string | null;
}

/** A request for a code (RFC 6749 §4.1.1). */
export interface CodeRequest extends Requested {
  readonly responseType: 'code';
}

/** A request for a token, which is given in a redirect and nowhere else (RFC 6749 §4.2.1). */
export interface TokenRequest extends Requested {
  readonly responseType: 'token';
  readonly redirectUri: string;
}

/** An authorization request whose parameters are right. */
export type AuthorizationParameters = CodeRequest | TokenRequest;

/** @throws {OAuth2Error} invalid_client, invalid_scope, invalid_request, unsupported_response_type */
export async function readAuthorizationParameters(
  applications: ApplicationQueries,
  parameters: Static<typeof AuthorizeParameters>,
): Promise<AuthorizationParameters> {
  return readRequested(await readAuthorizationClient(applications, parameters), parameters);
}

/** @throws {OAuth2Error} invalid_client, or invalid_request for a redirect_uri that is not registered */
export async function readAuthorizationClient(
  applications: ApplicationQueries,
  { client_id: id, redirect_uri: redirectUri }: Static<typeof AuthorizeParameters>,
): Promise<AuthorizationClient> {
  const application = id !== undefined && isSnowflake(id) ? await applications.byId(id) : null;
  if (application === null)
    throw new OAuth2Error('invalid_client', 'there is no application with this client id');
  if (redirectUri !== undefined && !application.redirect_uris.includes(redirectUri)) {
    throw new OAuth2Error('invalid_request', 'the redirect_uri is not registered');
  }
  return { application, redirectUri: redirectUri ?? null };
}

/** What a known client asks for. @throws {OAuth2Error} invalid_scope, invalid_request, unsupported_response_type */
export function readRequested(
  client: AuthorizationClient,
  { response_type: responseType, scope, state }: Static<typeof AuthorizeParameters>,
): AuthorizationParameters {
  if (responseType === undefined) throw new OAuth2Error('invalid_request', 'response_type is missing');
  if (responseType !== 'code' && responseType !== 'token') {
    throw new OAuth2Error('unsupported_response_type', 'a response type is code or token');
  }
  const requested = { ...client, scopes: parseScopes(scope), state: state ?? null };
  if (responseType === 'code') return { ...requested, responseType };
  const { redirectUri } = client;
  if (redirectUri === null) {
    throw new OAuth2Error('invalid_request', 'redirect_uri is missing, and a token is given there only');
  }
  return { ...requested, responseType, redirectUri };
}
