import type { Snowflake } from '../../../protocol/snowflake.js';

/** Accounts and applications as rows: ids as decimal text, lists as lists, times in milliseconds. */

export interface UserRow {
  id: Snowflake;
  username: string;
  discriminator: string;
  avatar: string | null;
  bot: boolean;
  mfa_enabled: boolean;
  verified: boolean;
  email: string | null;
  /** verified; null if there is none */
  phone: string | null;
}

/** Two-factor authentication of a person (RFC 6238). */
export interface TwoFactorRow {
  user_id: Snowflake;
  /** in base32 */
  secret: string;
  confirmed: boolean;
  /** the time step of the newest code that was accepted */
  last_step: number;
  /** hashes of the remaining codes */
  backup_codes: readonly string[];
}

export interface ApplicationRow {
  id: Snowflake;
  name: string;
  description: string;
  icon: string | null;
  secret_hash: string;
  approved: boolean;
  owner_id: Snowflake | null;
  bot_id: Snowflake | null;
  rpc_origins: readonly string[];
  redirect_uris: readonly string[];
  testers: readonly Snowflake[];
}

/** The time of a user's last activity, in any guild. */
export interface UserActivityRow {
  user_id: Snowflake;
  seen_at: number;
}
