import { type TokenResponse, TokenResponseSchema } from '../../protocol/oauth2/authorization.js';
import { validator } from '../../protocol/schema.js';
import { ServiceError } from '../service-error.js';
import { ServiceRest } from './service-rest.js';

const tokenReply = validator(TokenResponseSchema);

/** A code, and the application that exchanges it. */
export interface ExchangedCode {
  readonly code: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUri: string;
}

/**
 * Exchanges an authorization code for an access token (docs/rest.md, OAuth2 tokens and codes).
 *
 * @param apiUrl e.g. `http://127.0.0.1:6480/api`
 * @throws {ServiceError} if the service refuses, or cannot be reached
 */
export async function exchangeCode(apiUrl: string, exchanged: ExchangedCode): Promise<TokenResponse> {
  const { code, clientId, clientSecret, redirectUri } = exchanged;
  const form = {
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    client_id: clientId,
    client_secret: clientSecret,
  };
  const reply = await new ServiceRest(apiUrl).request('POST', '/oauth2/token', { authorization: null, form });
  if (tokenReply.is(reply)) return reply;
  throw new ServiceError('The service sent an unexpected reply.', 502);
}
