import type { AuthorizationCode } from '../../protocol/oauth2/authorization.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { AuthorizationParameters } from './authorization-parameters.js';
import type { Authorizations } from './authorizations.js';
import { OAuth2Error } from './oauth2-error.js';
import { redirectLocation } from './redirect-location.js';

/**
 * Gives an application what a user agreed to: a code, or a token inside the location (RFC 6749 §4.1.2, §4.2.2).
 *
 * @param rpcToken one-time token that stands for the user's yes; null: they said it themselves
 * @throws {OAuth2Error}
 */
export async function answerRequest(
  authorizations: Authorizations,
  userId: Snowflake,
  parameters: AuthorizationParameters,
  rpcToken: string | null,
): Promise<AuthorizationCode | { readonly location: string }> {
  const { application, scopes, redirectUri, state } = parameters;
  const request = { userId, application, scopes, redirectUri, rpcToken };
  if (parameters.responseType === 'token') {
    if (rpcToken !== null)
      throw new OAuth2Error('invalid_request', 'an RPC token gives a code, never a token');
    const token = await authorizations.authorizeImplicitly(request);
    return { location: redirectLocation(parameters.redirectUri, 'token', { ...token }, state) };
  }
  const code = await authorizations.authorize(request);
  return redirectUri === null
    ? { code }
    : { code, location: redirectLocation(redirectUri, 'code', { code }, state) };
}
