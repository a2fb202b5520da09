import type { GuildImage } from '../guilds/state.js';
import type { Snowflake } from '../protocol/snowflake.js';
import type { RevocationListener } from './commit.js';
import type { Token } from './token.js';

/** The account of a person or a bot. */
export interface Account {
  readonly id: Snowflake;
  readonly username: string;
  readonly discriminator: string;
  /** hash of the image; null if there is none */
  readonly avatar: string | null;
  readonly bot: boolean;
  readonly mfaEnabled: boolean;
  /** whether the email address is verified */
  readonly verified: boolean;
  readonly email: string | null;
  /** verified; null if there is none */
  readonly phone: string | null;
}

/** An account and the token with which it signs in. */
export interface NewAccount {
  readonly account: Account;
  readonly token: Token;
}

/** Two-factor authentication of a person (RFC 6238). */
export interface TwoFactorState {
  readonly userId: Snowflake;
  /** in base32 */
  readonly secret: string;
  readonly confirmed: boolean;
  /** the time step of the newest code that was accepted */
  readonly lastStep: number;
  /** hashes of the remaining codes */
  readonly backupCodes: readonly string[];
}

/** People and bots. */
export interface AccountStore {
  /** The existing accounts among these ids, in no particular order. */
  byIds(ids: readonly Snowflake[]): Promise<Account[]>;
  /** people, without bots, oldest first. @param limit how many at most; all if omitted */
  people(limit?: number): Promise<Account[]>;
  /** the discriminators of the accounts with this name */
  discriminatorsOf(username: string): Promise<string[]>;
  twoFactor(userId: Snowflake): Promise<TwoFactorState | null>;
  /** @throws {ConflictError} taken: another account has this name and discriminator */
  create(created: NewAccount): Promise<void>;
  /**
   * Replaces an account.
   *
   * @param before as it was read
   * @param avatar the new image; null removes it, undefined leaves it unchanged
   * @throws {ConflictError} changed, taken
   */
  change(before: Account, after: Account, avatar?: GuildImage | null): Promise<void>;
  /**
   * Replaces the two-factor authentication of a person, and `mfaEnabled` of the account, which is whether it is
   * confirmed.
   *
   * @param account as it was read; it is compared only if its `mfaEnabled` changes
   * @param before as it was read; null if there was none
   * @param after null removes it
   * @returns the account after the change
   * @throws {ConflictError} changed: for example, the same code was used by another request
   */
  changeTwoFactor(
    account: Account,
    before: TwoFactorState | null,
    after: TwoFactorState | null,
  ): Promise<Account>;
}

/** A registered application. */
export interface Application {
  readonly id: Snowflake;
  readonly name: string;
  readonly description: string;
  /** hash of the image; null if there is none */
  readonly icon: string | null;
  readonly secretHash: string;
  readonly approved: boolean;
  readonly ownerId: Snowflake | null;
  readonly botId: Snowflake | null;
  readonly rpcOrigins: readonly string[];
  readonly redirectUris: readonly string[];
  readonly testers: readonly Snowflake[];
}

/** Registered applications. */
export interface ApplicationStore {
  byId(id: Snowflake): Promise<Application | null>;
  /** the existing ones among these ids, in no particular order */
  byIds(ids: readonly Snowflake[]): Promise<Application[]>;
  byBot(botId: Snowflake): Promise<Application | null>;
  /** all, oldest first */
  list(): Promise<Application[]>;
  /** @throws {ConflictError} taken: an account has the bot's name and discriminator */
  create(application: Application, bot: NewAccount | null, icon: GuildImage | null): Promise<void>;
  /**
   * Replaces an application.
   *
   * @param icon the new image; null removes it, undefined leaves it unchanged
   * @throws {ConflictError} changed
   */
  change(before: Application, after: Application, icon?: GuildImage | null): Promise<void>;
  /**
   * Removes an application with its icon and everything that was granted to it; the account of its bot remains, without
   * its token.
   *
   * @returns the users who had granted something to it
   * @throws {ConflictError} gone: there is no such application; guildsOfUser: its bot is in a guild
   */
  remove(id: Snowflake, listener?: RevocationListener): Promise<Snowflake[]>;
}
