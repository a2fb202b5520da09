import { createSecret, hashSecret } from '../../platform/secrets.js';
import type { TokenResponse } from '../../protocol/oauth2/authorization.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { TokenRow } from '../../store/sqlite/rows.js';
import { put, type Write } from '../../store/sqlite/writes.js';
import { LIFETIMES } from './lifetimes.js';

/** What new tokens stand for. */
export interface TokenSubject {
  readonly user_id: Snowflake;
  readonly application_id: Snowflake;
  readonly grant_id: Snowflake | null;
  readonly chain: string | null;
  /** all that was granted: what the refresh token keeps */
  readonly scopes: string[];
}

/** How long what is issued lasts. */
export interface TokenTerms {
  /** whether there is a refresh token, too */
  readonly refreshable: boolean;
  /** of the access token, in milliseconds */
  readonly lifetime: number;
}

/** The terms of an authorization that lasts until it is revoked. */
export const LASTING: TokenTerms = { refreshable: true, lifetime: LIFETIMES.accessToken };
/** The terms of a token that its application cannot renew without asking. */
export const NOT_RENEWED: TokenTerms = { refreshable: false, lifetime: LIFETIMES.accessToken };
/** The terms of an authorization that ends with a connection. */
export const ONCE: TokenTerms = { refreshable: false, lifetime: LIFETIMES.onceAccessToken };

/**
 * Makes an access token, and a refresh token where one is due.
 *
 * @param accessScopes what the access token is narrowed to; by default all that was granted
 * @returns the reply, and how to keep it
 */
export function issueTokens(
  subject: TokenSubject,
  { refreshable, lifetime }: TokenTerms,
  now: number,
  accessScopes: readonly string[] = subject.scopes,
): { response: TokenResponse; writes: Write[] } {
  const access = createSecret();
  const narrowed = { ...subject, scopes: [...accessScopes] };
  const writes = [put('tokens', tokenRow('access', access, narrowed, now, lifetime))];
  const response: TokenResponse = {
    access_token: access,
    token_type: 'Bearer',
    expires_in: lifetime / 1000,
    scope: accessScopes.join(' '),
  };
  if (!refreshable) return { response, writes };
  const refresh = createSecret();
  writes.push(put('tokens', tokenRow('refresh', refresh, subject, now, LIFETIMES.refreshToken)));
  return { response: { ...response, refresh_token: refresh }, writes };
}

function tokenRow(
  kind: TokenRow['kind'],
  secret: string,
  subject: TokenSubject,
  now: number,
  lifetime: number,
): TokenRow {
  return {
    hash: hashSecret(secret),
    kind,
    ...subject,
    created_at: now,
    expires_at: now + lifetime,
    rotated_at: null,
  };
}
