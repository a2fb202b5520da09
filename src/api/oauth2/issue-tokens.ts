import { createSecret, hashSecret } from '../../platform/crypto/secrets.js';
import type { TokenResponse } from '../../protocol/oauth2/authorization.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { Token } from '../../store/token.js';

/** How long each secret is valid, in milliseconds. */
export const LIFETIMES = {
  authorizationCode: 5 * 60_000,
  rpcToken: 15 * 60_000,
  accessToken: 7 * 24 * 3_600_000,
  /** of the tokens of an authorization that ends with a connection, in case its revocation fails */
  onceToken: 3_600_000,
  /** after a refresh, during which a second use of the same token is refused without revoking the new tokens */
  rotationGrace: 10_000,
  refreshToken: 90 * 24 * 3_600_000,
} as const;

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
  /** of the access token, in milliseconds */
  readonly lifetime: number;
  /** of the refresh token, in milliseconds; null: none is issued */
  readonly refreshLifetime: number | null;
}

/** The terms of an authorization that lasts until it is revoked. */
export const LASTING: TokenTerms = {
  lifetime: LIFETIMES.accessToken,
  refreshLifetime: LIFETIMES.refreshToken,
};
/** The terms of a token that its application cannot renew without the user's consent. */
export const NOT_RENEWED: TokenTerms = { lifetime: LIFETIMES.accessToken, refreshLifetime: null };
/** The terms of an authorization that ends with a connection, without a code. */
export const ONCE_IMPLICIT: TokenTerms = { lifetime: LIFETIMES.onceToken, refreshLifetime: null };

/**
 * The terms of an authorization that ends with a connection. Clients expect a refresh token; it extends nothing, because
 * a revocation that fails must not leave a token that can be renewed for good.
 *
 * @param left milliseconds until its tokens end
 */
export function onceTerms(left: number): TokenTerms {
  return { lifetime: left, refreshLifetime: left };
}

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
  { lifetime, refreshLifetime }: TokenTerms,
  now: number,
  accessScopes: readonly string[] = subject.scopes,
): IssuedTokens {
  const access = createToken('access', { ...subject, scopes: accessScopes }, now, lifetime);
  const response: TokenResponse = {
    access_token: access.secret,
    token_type: 'Bearer',
    expires_in: Math.floor(lifetime / 1000),
    scope: accessScopes.join(' '),
  };
  if (refreshLifetime === null) return { response, tokens: [access.token] };
  const refresh = createToken('refresh', subject, now, refreshLifetime);
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
