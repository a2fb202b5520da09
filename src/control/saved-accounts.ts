import Type from 'typebox';
import { Nullable, SnowflakeSchema } from '../protocol/schema.js';
import type { Snowflake } from '../protocol/snowflake.js';

/** The signed-in person (README.md, The command line). */
export const AccountSchema = Type.Object({
  id: SnowflakeSchema,
  username: Type.String(),
  discriminator: Type.String(),
  token: Nullable(Type.String()),
});

/** An account with which the daemon can sign in. */
export interface SavedAccount {
  readonly id: Snowflake;
  readonly username: string;
  readonly discriminator: string;
  readonly token: string;
}

/** The saved accounts of the current service. */
export interface SavedAccounts {
  /** the one that is used to sign in; null before the first sign-in */
  readonly current: SavedAccount | null;
  /** oldest first */
  list(): readonly SavedAccount[];
  find(id: string): SavedAccount | null;
  /** Waits until the account that signed in last is saved. @throws {NotSavedError} */
  saved(): Promise<void>;
}
