import type { Snowflake } from '../protocol/snowflake.js';

/** A token that was given to somebody. */
export interface Token {
  /** of the secret */
  readonly hash: string;
  readonly kind: 'person' | 'bot' | 'access' | 'refresh';
  readonly userId: Snowflake;
  readonly applicationId: Snowflake | null;
  readonly grantId: Snowflake | null;
  /** all tokens that one authorization code gave, over all refreshes, share it */
  readonly chain: string | null;
  readonly scopes: readonly string[];
  /** milliseconds since the Unix epoch, as all times */
  readonly createdAt: number;
  /** from then on it does not work; null: it does not expire */
  readonly expiresAt: number | null;
  /** when a refresh token was exchanged for new tokens; null: it still works */
  readonly rotatedAt: number | null;
}
