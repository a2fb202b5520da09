import type { Snowflake } from '../protocol/snowflake.js';

/** An account that the daemon can sign in with. */
export interface SavedAccount {
  readonly id: Snowflake;
  readonly username: string;
  readonly discriminator: string;
  readonly token: string;
}

/** The accounts that this home keeps for the service in use. */
export interface SavedAccounts {
  /** the one that signs in; null before the first sign-in */
  readonly current: SavedAccount | null;
  /** oldest first */
  list(): readonly SavedAccount[];
  find(id: string): SavedAccount | null;
}
