import type { Snowflake } from '../../../protocol/snowflake.js';
import type { Reader } from '../reader.js';
import type { AuthorizationCodeRow, GrantRow, RpcTokenRow, TokenRow } from '../rows.js';

/** Reads of grants, tokens and codes; secrets are looked up by their hash. Expiry is for the caller to judge. */
export class AuthorizationQueries {
  constructor(private readonly reader: Reader) {}

  token(hash: string): Promise<TokenRow | null> {
    return this.reader.row('tokens', 'FROM tokens WHERE hash = ?', hash);
  }

  /** the hashes of the access tokens that one code gave */
  async accessTokenHashes(chain: string): Promise<string[]> {
    const tokens = await this.reader.rows('tokens', "FROM tokens WHERE chain = ? AND kind = 'access'", chain);
    return tokens.map(({ hash }) => hash);
  }

  /** the hashes of a grant's access tokens */
  async accessTokenHashesOfGrant(id: Snowflake): Promise<string[]> {
    const tokens = await this.reader.rows('tokens', "FROM tokens WHERE grant_id = ? AND kind = 'access'", id);
    return tokens.map(({ hash }) => hash);
  }

  /** how many tokens a grant has that are neither expired nor rotated, but for those that one code gave */
  liveTokensBeside(chain: string, grantId: Snowflake, now: number): Promise<number> {
    return this.reader.count(
      `SELECT COUNT(*) AS count FROM tokens
       WHERE grant_id = ? AND chain IS NOT ? AND rotated_at IS NULL AND (expires_at IS NULL OR expires_at > ?)`,
      grantId,
      chain,
      now,
    );
  }

  code(hash: string): Promise<AuthorizationCodeRow | null> {
    return this.reader.row('authorization_codes', 'FROM authorization_codes WHERE hash = ?', hash);
  }

  rpcToken(hash: string): Promise<RpcTokenRow | null> {
    return this.reader.row('rpc_tokens', 'FROM rpc_tokens WHERE hash = ?', hash);
  }

  /** the lasting grant of an application, if there is one */
  grant(userId: Snowflake, applicationId: Snowflake): Promise<GrantRow | null> {
    return this.reader.row(
      'grants',
      'FROM grants WHERE user_id = ? AND application_id = ? AND once = 0',
      userId,
      applicationId,
    );
  }

  grantById(id: Snowflake): Promise<GrantRow | null> {
    return this.reader.row('grants', 'FROM grants WHERE id = ?', id);
  }

  grantsOfUser(userId: Snowflake): Promise<GrantRow[]> {
    return this.reader.rows('grants', 'FROM grants WHERE user_id = ? ORDER BY id', userId);
  }

  grantsOfApplication(applicationId: Snowflake): Promise<GrantRow[]> {
    return this.reader.rows('grants', 'FROM grants WHERE application_id = ? ORDER BY id', applicationId);
  }
}
