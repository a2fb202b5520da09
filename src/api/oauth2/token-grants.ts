import type { Static } from 'typebox';
import type { TokenResponse } from '../../protocol/oauth2/authorization.js';
import type { TokenBody } from '../../protocol/rest/oauth2-bodies.js';
import type { Application } from '../../store/accounts.js';
import { OAuth2Error } from '../core/oauth2-error.js';
import { parseScopes } from './scope-parameter.js';
import type { Tokens } from './tokens.js';

type Exchange = (
  tokens: Tokens,
  application: Application,
  body: Static<typeof TokenBody>,
) => Promise<TokenResponse>;

/** The handlers of POST /oauth2/token by grant_type (RFC 6749 §4.1.3, §6, §4.4.2). */
const TOKEN_GRANTS: Readonly<Record<string, Exchange>> = {
  authorization_code: (tokens, application, body) =>
    tokens.exchangeCode(application, required(body.code, 'code'), body),
  refresh_token: (tokens, application, body) =>
    tokens.refresh(
      application,
      required(body.refresh_token, 'refresh_token'),
      body.scope === undefined ? null : parseScopes(body.scope),
    ),
  client_credentials: (tokens, application, body) =>
    tokens.clientCredentials(application, parseScopes(body.scope ?? 'identify')),
};

/** @throws {OAuth2Error} */
export const exchangeForToken: Exchange = async (tokens, application, body) => {
  const type = required(body.grant_type, 'grant_type');
  const exchange = Object.hasOwn(TOKEN_GRANTS, type) ? TOKEN_GRANTS[type] : undefined;
  if (exchange === undefined) {
    throw new OAuth2Error('unsupported_grant_type', 'this grant_type is not supported');
  }
  return exchange(tokens, application, body);
};

function required(value: string | undefined, name: string): string {
  if (value === undefined || value === '') throw new OAuth2Error('invalid_request', `${name} is missing`);
  return value;
}
