import type { Snowflake } from '../protocol/snowflake.js';
import type { Application } from './accounts.js';
import type { RevocationListener } from './commit.js';
import type { Token } from './token.js';

/** The authorization that a user granted to an application. */
export interface Grant {
  readonly id: Snowflake;
  readonly userId: Snowflake;
  readonly applicationId: Snowflake;
  readonly scopes: readonly string[];
  /** milliseconds since the Unix epoch */
  readonly createdAt: number;
  /**
   * ends with the connection that requested it; a user has any number of these and one lasting grant for an application
   */
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
  /** of PKCE, method S256; null if none was sent */
  readonly codeChallenge: string | null;
  readonly expiresAt: number;
  readonly used: boolean;
}

/** A token with which an application skips the user's consent, once. */
export interface RpcToken {
  readonly hash: string;
  readonly applicationId: Snowflake;
  readonly expiresAt: number;
}

/** What is stored when an application is authorized, all or nothing. */
export interface NewAuthorization {
  /** as it was when the authorization was decided */
  readonly application: Application;
  /** the lasting grant as it was read; null if there was none, or if the new grant is for one connection */
  readonly grantBefore: Grant | null;
  readonly grant: Grant;
  readonly code: AuthorizationCode | null;
  readonly tokens: readonly Token[];
  /** the hash of the RPC token that is used up; null if there is none */
  readonly rpcTokenHash: string | null;
}

/** The tokens that derive from one authorization, over all refreshes. */
export interface TokenChain {
  readonly chain: string;
  readonly grantId: Snowflake;
}

/** Grants, tokens and codes; secrets are found by their hash. Reads do not check expiry. */
export interface AuthorizationStore {
  token(hash: string): Promise<Token | null>;
  /** The hashes of the existing tokens among these. */
  existingTokens(hashes: readonly string[]): Promise<ReadonlySet<string>>;
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
  /** Marks a code as used and stores the tokens issued for it. @throws {ConflictError} used; gone: it was revoked */
  consumeCode(code: AuthorizationCode, tokens: readonly Token[]): Promise<void>;
  /** Exchanges a refresh token for others. @throws {ConflictError} used; gone: it was revoked */
  rotate(refreshToken: Token, rotatedAt: number, tokens: readonly Token[]): Promise<void>;
  /** Stores tokens without a grant. @throws {ConflictError} gone: the application was deleted */
  addTokens(applicationId: Snowflake, tokens: readonly Token[]): Promise<void>;
  /** @throws {ConflictError} gone: the application was deleted */
  addRpcToken(token: RpcToken): Promise<void>;

  revokeToken(hash: string, listener?: RevocationListener): Promise<void>;
  /**
   * Removes the tokens that derive from one code and, if the grant has no other valid token, the grant.
   *
   * @param now milliseconds since the Unix epoch; expired tokens are not valid
   * @returns the hashes of the removed access tokens
   */
  revokeChain(chain: TokenChain, now: number, listener?: RevocationListener): Promise<string[]>;
  /** Removes a grant with its tokens and codes. @returns the hashes of the removed access tokens */
  revokeGrant(id: Snowflake, listener?: RevocationListener): Promise<string[]>;
  /**
   * Removes what has expired.
   *
   * @param now milliseconds since the Unix epoch
   * @param onceBefore grants for one connection that are older than this are removed
   */
  removeExpired(now: number, onceBefore: number): Promise<void>;
}
