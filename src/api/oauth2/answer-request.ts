import type { AuthorizationCode } from '../../protocol/oauth2/authorization.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { AuthorizationParameters } from './authorization-parameters.js';
import type { AuthorizationRequest, Authorizations } from './authorizations.js';
import { OAuth2Error } from './oauth2-error.js';
import { redirectLocation } from './redirect-location.js';

/**
 * Gives an application what a user agreed to: a code, or a token inside the location (RFC 6749 §4.1.2, §4.2.2).
 *
 * @param agreement how the user agreed, and to what
 * @throws {OAuth2Error}
 */
export async function answerRequest(
  authorizations: Authorizations,
  userId: Snowflake,
  parameters: AuthorizationParameters,
  agreement: Pick<AuthorizationRequest, 'rpcToken' | 'once'>,
): Promise<AuthorizationCode | { readonly location: string }> {
  const { application, codeChallenge, redirectUri, scopes, sentRedirectUri, state } = parameters;
  const request = {
    userId,
    application,
    scopes,
    redirectUri: sentRedirectUri,
    codeChallenge,
    ...agreement,
  };
  if (parameters.responseType === 'token') {
    if (agreement.rpcToken !== null)
      throw new OAuth2Error('invalid_request', 'an RPC token gives a code, never a token');
    const token = await authorizations.authorizeImplicitly(request);
    return { location: redirectLocation(parameters.redirectUri, 'token', { ...token }, state) };
  }
  const { code, grantId } = await authorizations.authorize(request);
  return {
    code,
    ...(agreement.once && { grant_id: grantId }),
    ...(redirectUri !== null && { location: redirectLocation(redirectUri, 'code', { code }, state) }),
  };
}
