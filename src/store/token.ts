import type { Snowflake } from '../protocol/snowflake.js';

/** An issued token. */
export interface Token {
  /** of the secret */
  readonly hash: string;
  readonly kind: 'person' | 'bot' | 'access' | 'refresh';
  readonly userId: Snowflake;
  readonly applicationId: Snowflake | null;
  readonly grantId: Snowflake | null;
  /** shared by all tokens that derive from one authorization code, over all refreshes */
  readonly chain: string | null;
  readonly scopes: readonly string[];
  /** milliseconds since the Unix epoch, as all times */
  readonly createdAt: number;
  /** from then on it does not work; null: it does not expire */
  readonly expiresAt: number | null;
  /** when a refresh token was exchanged for new tokens; null: it still works */
  readonly rotatedAt: number | null;
}
