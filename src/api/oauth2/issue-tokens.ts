import { createSecret, hashSecret } from '../../platform/secrets.js';
import type { TokenResponse } from '../../protocol/oauth2/authorization.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { Token } from '../../store/token.js';
import { LIFETIMES } from './lifetimes.js';

/** What new tokens authorize. */
export interface TokenSubject {
  readonly userId: Snowflake;
  readonly applicationId: Snowflake;
  readonly grantId: Snowflake | null;
  readonly chain: string | null;
  /** all scopes that were granted; the refresh token always has these */
  readonly scopes: readonly string[];
}

/** How long issued tokens are valid. */
export interface TokenTerms {
  /** whether a refresh token is issued, too */
  readonly refreshable: boolean;
  /** of the access token, in milliseconds */
  readonly lifetime: number;
}

/** The terms of an authorization that lasts until it is revoked. */
export const LASTING: TokenTerms = { refreshable: true, lifetime: LIFETIMES.accessToken };
/** The terms of a token that its application cannot renew without the user's consent. */
export const NOT_RENEWED: TokenTerms = { refreshable: false, lifetime: LIFETIMES.accessToken };
/** The terms of an authorization that ends with a connection. */
export const ONCE: TokenTerms = { refreshable: false, lifetime: LIFETIMES.onceAccessToken };

/** Tokens to store, and the response that contains their secrets. */
export interface IssuedTokens {
  readonly response: TokenResponse;
  readonly tokens: readonly Token[];
}

/**
 * Creates an access token and, depending on the terms, a refresh token.
 *
 * @param now milliseconds since the Unix epoch
 * @param accessScopes the scopes of the access token; by default all that were granted
 */
export function issueTokens(
  subject: TokenSubject,
  { refreshable, lifetime }: TokenTerms,
  now: number,
  accessScopes: readonly string[] = subject.scopes,
): IssuedTokens {
  const access = createToken('access', { ...subject, scopes: accessScopes }, now, lifetime);
  const response: TokenResponse = {
    access_token: access.secret,
    token_type: 'Bearer',
    expires_in: lifetime / 1000,
    scope: accessScopes.join(' '),
  };
  if (!refreshable) return { response, tokens: [access.token] };
  const refresh = createToken('refresh', subject, now, LIFETIMES.refreshToken);
  return {
    response: { ...response, refresh_token: refresh.secret },
    tokens: [access.token, refresh.token],
  };
}

function createToken(
  kind: 'access' | 'refresh',
  { userId, applicationId, grantId, chain, scopes }: TokenSubject,
  now: number,
  lifetime: number,
): { readonly secret: string; readonly token: Token } {
  const secret = createSecret();
  const token: Token = {
    hash: hashSecret(secret),
    kind,
    userId,
    applicationId,
    grantId,
    chain,
    scopes,
    createdAt: now,
    expiresAt: now + lifetime,
    rotatedAt: null,
  };
  return { secret, token };
}
