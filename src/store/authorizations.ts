import type { Snowflake } from '../protocol/snowflake.js';
import type { Application } from './accounts.js';
import type { RevocationListener } from './commit.js';
import type { Token } from './token.js';

/** What a user lets an application do. */
export interface Grant {
  readonly id: Snowflake;
  readonly userId: Snowflake;
  readonly applicationId: Snowflake;
  readonly scopes: readonly string[];
  /** milliseconds since the Unix epoch */
  readonly createdAt: number;
  /** ends with the connection that asked; a user has any number of these and one lasting grant of an application */
  readonly once: boolean;
}

/** A code that an application exchanges for tokens, once. */
export interface AuthorizationCode {
  readonly hash: string;
  readonly grantId: Snowflake;
  readonly applicationId: Snowflake;
  readonly userId: Snowflake;
  readonly scopes: readonly string[];
  readonly redirectUri: string | null;
  /** of PKCE, method S256; null: none was given */
  readonly codeChallenge: string | null;
  readonly expiresAt: number;
  readonly used: boolean;
}

/** A token with which an application skips the user's modal, once. */
export interface RpcToken {
  readonly hash: string;
  readonly applicationId: Snowflake;
  readonly expiresAt: number;
}

/** What authorizing an application stores, all or nothing. */
export interface NewAuthorization {
  /** as it was when the authorization was decided */
  readonly application: Application;
  /** the lasting grant as it was read; null: there was none, or the new grant is for once */
  readonly grantBefore: Grant | null;
  readonly grant: Grant;
  readonly code: AuthorizationCode | null;
  readonly tokens: readonly Token[];
  /** the hash of the RPC token that this uses up; null: none */
  readonly rpcTokenHash: string | null;
}

/** The tokens that one authorization gave, over all refreshes. */
export interface TokenChain {
  readonly chain: string;
  readonly grantId: Snowflake;
}

/** Grants, tokens and codes; secrets are found by their hash. Reads do not judge expiry. */
export interface AuthorizationStore {
  token(hash: string): Promise<Token | null>;
  code(hash: string): Promise<AuthorizationCode | null>;
  rpcToken(hash: string): Promise<RpcToken | null>;
  /** the lasting grant of an application */
  grant(userId: Snowflake, applicationId: Snowflake): Promise<Grant | null>;
  grantById(id: Snowflake): Promise<Grant | null>;
  /** oldest first */
  grantsOfUser(userId: Snowflake): Promise<Grant[]>;
  /** oldest first */
  grantsOfApplication(applicationId: Snowflake): Promise<Grant[]>;

  /** @throws {ConflictError} gone: the application; changed: the application or the grant; used: the RPC token */
  authorize(authorization: NewAuthorization): Promise<void>;
  /** Uses up a code and stores the tokens it gives. @throws {ConflictError} used; gone: it was revoked */
  consumeCode(code: AuthorizationCode, tokens: readonly Token[]): Promise<void>;
  /** Exchanges a refresh token for others. @throws {ConflictError} used; gone: it was revoked */
  rotate(refreshToken: Token, rotatedAt: number, tokens: readonly Token[]): Promise<void>;
  /** Stores tokens without a grant. @throws {ConflictError} gone: the application was deleted */
  addTokens(applicationId: Snowflake, tokens: readonly Token[]): Promise<void>;
  /** @throws {ConflictError} gone: the application was deleted */
  addRpcToken(token: RpcToken): Promise<void>;

  revokeToken(hash: string, listener?: RevocationListener): Promise<void>;
  /**
   * Removes the tokens that one code gave and, when the grant has no other token that works, the grant.
   *
   * @param now milliseconds since the Unix epoch: expired tokens do not work
   * @returns the hashes of the access tokens that are removed
   */
  revokeChain(chain: TokenChain, now: number, listener?: RevocationListener): Promise<string[]>;
  /** Removes a grant with its tokens and codes. @returns the hashes of the access tokens that are removed */
  revokeGrant(id: Snowflake, listener?: RevocationListener): Promise<string[]>;
  /**
   * Removes what has expired.
   *
   * @param now milliseconds since the Unix epoch
   * @param onceBefore grants for once that are older than this are removed
   */
  removeExpired(now: number, onceBefore: number): Promise<void>;
}
