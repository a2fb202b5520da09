import type { Snowflake } from '../../protocol/snowflake.js';
import type {
  AuthorizationCode,
  AuthorizationStore,
  Grant,
  NewAuthorization,
  RpcToken,
  TokenChain,
} from '../authorizations.js';
import type { RevocationListener } from '../commit.js';
import { retryOnConflict } from '../retry-on-conflict.js';
import type { Token } from '../token.js';
import { absent, type Condition, present, unchanged } from './conditions.js';
import type { Reader, SqlValue } from './reader.js';
import type { Writer } from './writer.js';
import { put, remove, sweep, type Write } from './writes.js';

const LASTING_GRANT = 'FROM grants WHERE user_id = ? AND application_id = ? AND once = 0';

/** Valid tokens of a grant, except those of one chain. */
const OTHER_TOKENS = `FROM tokens
  WHERE grant_id = ? AND chain IS DISTINCT FROM ? AND rotated_at IS NULL AND (expires_at IS NULL OR expires_at > ?)`;

/** Grants, tokens and codes in the tables of the same names. */
export class SqlAuthorizationStore implements AuthorizationStore {
  constructor(
    private readonly reader: Reader,
    private readonly writer: Writer,
  ) {}

  token(hash: string): Promise<Token | null> {
    return this.reader.row('tokens', 'FROM tokens WHERE hash = ?', hash);
  }

  async existingTokens(hashes: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await this.reader.all<{ hash: string }>(
      'SELECT hash FROM tokens WHERE hash IN (SELECT value FROM json_each(?))',
      JSON.stringify(hashes),
    );
    return new Set(rows.map(({ hash }) => hash));
  }

  code(hash: string): Promise<AuthorizationCode | null> {
    return this.reader.row('authorization_codes', 'FROM authorization_codes WHERE hash = ?', hash);
  }

  rpcToken(hash: string): Promise<RpcToken | null> {
    return this.reader.row('rpc_tokens', 'FROM rpc_tokens WHERE hash = ?', hash);
  }

  grant(userId: Snowflake, applicationId: Snowflake): Promise<Grant | null> {
    return this.reader.row('grants', LASTING_GRANT, userId, applicationId);
  }

  grantById(id: Snowflake): Promise<Grant | null> {
    return this.reader.row('grants', 'FROM grants WHERE id = ?', id);
  }

  grantsOfUser(userId: Snowflake): Promise<Grant[]> {
    return this.reader.rows('grants', 'FROM grants WHERE user_id = ? ORDER BY id', userId);
  }

  grantsOfApplication(applicationId: Snowflake): Promise<Grant[]> {
    return this.reader.rows('grants', 'FROM grants WHERE application_id = ? ORDER BY id', applicationId);
  }

  authorize(authorization: NewAuthorization): Promise<void> {
    const { application, grant, grantBefore, code, tokens, rpcTokenHash } = authorization;
    const conditions: Condition[] = [
      applicationExists(application.id),
      unchanged('applications', application),
    ];
    if (grantBefore !== null) conditions.push(unchanged('grants', grantBefore));
    else if (!grant.once) {
      conditions.push(absent('changed', LASTING_GRANT, grant.userId, grant.applicationId));
    }
    const writes: Write[] = [put('grants', grant), ...putTokens(tokens)];
    if (code !== null) writes.push(put('authorization_codes', code));
    if (rpcTokenHash !== null) {
      conditions.push(present('used', 'FROM rpc_tokens WHERE hash = ?', rpcTokenHash));
      writes.push(remove('rpc_tokens', { hash: rpcTokenHash }));
    }
    return this.writer.commit(writes, {}, { conditions });
  }

  consumeCode(code: AuthorizationCode, tokens: readonly Token[]): Promise<void> {
    const conditions = [
      present('gone', 'FROM authorization_codes WHERE hash = ?', code.hash),
      present('used', 'FROM authorization_codes WHERE hash = ? AND used = 0', code.hash),
    ];
    const writes = [put('authorization_codes', { ...code, used: true }), ...putTokens(tokens)];
    return this.writer.commit(writes, {}, { conditions });
  }

  rotate(refreshToken: Token, rotatedAt: number, tokens: readonly Token[]): Promise<void> {
    const conditions = [
      present('gone', 'FROM tokens WHERE hash = ?', refreshToken.hash),
      present('used', 'FROM tokens WHERE hash = ? AND rotated_at IS NULL', refreshToken.hash),
    ];
    return this.writer.commit(putTokens([{ ...refreshToken, rotatedAt }, ...tokens]), {}, { conditions });
  }

  addTokens(applicationId: Snowflake, tokens: readonly Token[]): Promise<void> {
    return this.writer.commit(putTokens(tokens), {}, { conditions: [applicationExists(applicationId)] });
  }

  addRpcToken(token: RpcToken): Promise<void> {
    const conditions = [applicationExists(token.applicationId)];
    return this.writer.commit([put('rpc_tokens', token)], {}, { conditions });
  }

  revokeToken(hash: string, listener?: RevocationListener): Promise<void> {
    return this.writer.commit([remove('tokens', { hash })], listener);
  }

  revokeChain({ chain, grantId }: TokenChain, now: number, listener?: RevocationListener): Promise<string[]> {
    return retryOnConflict(async () => {
      const hashes = await this.#accessTokens('chain', chain);
      const bound: SqlValue[] = [grantId, chain, now];
      const others = await this.reader.count(`SELECT COUNT(*) AS count ${OTHER_TOKENS}`, ...bound);
      const isLast = others === 0;
      // The tokens are removed together with their grant in one commit, so that a crash cannot leave a grant without
      // tokens.
      const write = isLast ? remove('grants', { id: grantId }) : sweep('tokensOfChain', chain);
      const conditions = [
        noOtherAccessTokens('chain', chain, hashes),
        (isLast ? absent : present)('changed', OTHER_TOKENS, ...bound),
      ];
      await this.writer.commit([write], listener, { conditions });
      return hashes;
    }, 'changed');
  }

  revokeGrant(id: Snowflake, listener?: RevocationListener): Promise<string[]> {
    return retryOnConflict(async (isRetry) => {
      // The application obtained another access token in the meantime. One that refreshes many tokens continuously
      // could prevent the revocation, so what it exchanges for access tokens is removed first.
      if (isRetry) await this.writer.commit([sweep('refreshTokensOfGrant', id), sweep('codesOfGrant', id)]);
      const hashes = await this.#accessTokens('grant_id', id);
      const conditions = [noOtherAccessTokens('grant_id', id, hashes)];
      await this.writer.commit([remove('grants', { id })], listener, { conditions });
      return hashes;
    }, 'changed');
  }

  removeExpired(now: number, onceBefore: number): Promise<void> {
    return this.writer.commit([
      sweep('expiredTokens', now),
      sweep('expiredCodes', now),
      sweep('expiredOnceGrants', onceBefore),
      sweep('expiredRpcTokens', now),
    ]);
  }

  async #accessTokens(column: 'chain' | 'grant_id', value: string): Promise<string[]> {
    const rows = await this.reader.all<{ hash: string }>(
      `SELECT hash FROM tokens WHERE ${column} = ? AND kind = 'access'`,
      value,
    );
    return rows.map(({ hash }) => hash);
  }
}

function putTokens(tokens: readonly Token[]): Write[] {
  return tokens.map((token) => put('tokens', token));
}

function applicationExists(id: Snowflake): Condition {
  return present('gone', 'FROM applications WHERE id = ?', id);
}

/** A chain or grant has no access token other than these. */
function noOtherAccessTokens(
  column: 'chain' | 'grant_id',
  value: string,
  hashes: readonly string[],
): Condition {
  return absent(
    'changed',
    `FROM tokens WHERE ${column} = ? AND kind = 'access' AND hash NOT IN (SELECT value FROM json_each(?))`,
    value,
    JSON.stringify(hashes),
  );
}
