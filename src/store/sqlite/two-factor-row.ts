import type { Snowflake } from '../../protocol/snowflake.js';

/** Two-factor authentication of a person (RFC 6238). */
export interface TwoFactorRow {
  user_id: Snowflake;
  /** in base32 */
  secret: string;
  confirmed: boolean;
  /** the time step of the newest code that was accepted */
  last_step: number;
  /** hashes of those that are left */
  backup_codes: readonly string[];
}
