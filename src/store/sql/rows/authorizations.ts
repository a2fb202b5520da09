import type { Snowflake } from '../../../protocol/snowflake.js';

/** Grants, tokens and codes as rows: ids as decimal text, lists as lists, times in milliseconds. */

export interface GrantRow {
  id: Snowflake;
  user_id: Snowflake;
  application_id: Snowflake;
  scopes: readonly string[];
  created_at: number;
  /**
   * ends with the connection that requested it; a user has any number of these and one lasting grant for an application
   */
  once: boolean;
}

export interface TokenRow {
  hash: string;
  kind: 'person' | 'bot' | 'access' | 'refresh';
  user_id: Snowflake;
  application_id: Snowflake | null;
  grant_id: Snowflake | null;
  /** shared by all tokens that derive from one authorization code, over all refreshes */
  chain: string | null;
  scopes: readonly string[];
  created_at: number;
  /** null if it does not expire */
  expires_at: number | null;
  /** when a refresh token was exchanged for new tokens; null if it was not */
  rotated_at: number | null;
}

export interface AuthorizationCodeRow {
  hash: string;
  grant_id: Snowflake;
  application_id: Snowflake;
  user_id: Snowflake;
  scopes: readonly string[];
  redirect_uri: string | null;
  /** of PKCE, method S256; null if none was sent */
  code_challenge: string | null;
  expires_at: number;
  used: boolean;
}

export interface RpcTokenRow {
  hash: string;
  application_id: Snowflake;
  expires_at: number;
}
