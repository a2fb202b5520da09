import { isDeepStrictEqual } from 'node:util';
import type { Snowflake } from '#guildhall/protocol/snowflake.js';
import type {
  AuthorizationCode,
  AuthorizationStore,
  Grant,
  NewAuthorization,
  RpcToken,
  TokenChain,
} from '#guildhall/store/authorizations.js';
import type { RevocationListener } from '#guildhall/store/commit.js';
import type { Conflict } from '#guildhall/store/errors.js';
import type { Token } from '#guildhall/store/token.js';
import type { CommitQueue } from './commit-queue.js';
import { byAge, type MemoryData } from './memory-data.js';

/** Grants, tokens and codes in memory. */
export class MemoryAuthorizations implements AuthorizationStore {
  constructor(
    private readonly data: MemoryData,
    private readonly queue: CommitQueue,
  ) {}

  async token(hash: string): Promise<Token | null> {
    return this.data.tokens.get(hash) ?? null;
  }

  async existingTokens(hashes: readonly string[]): Promise<ReadonlySet<string>> {
    return new Set(hashes.filter((hash) => this.data.tokens.has(hash)));
  }

  async code(hash: string): Promise<AuthorizationCode | null> {
    return this.data.codes.get(hash) ?? null;
  }

  async rpcToken(hash: string): Promise<RpcToken | null> {
    return this.data.rpcTokens.get(hash) ?? null;
  }

  async grant(userId: Snowflake, applicationId: Snowflake): Promise<Grant | null> {
    return this.#lastingGrant(userId, applicationId);
  }

  async grantById(id: Snowflake): Promise<Grant | null> {
    return this.data.grants.get(id) ?? null;
  }

  async grantsOfUser(userId: Snowflake): Promise<Grant[]> {
    return byAge(this.data.grants.values()).filter((grant) => grant.userId === userId);
  }

  async grantsOfApplication(applicationId: Snowflake): Promise<Grant[]> {
    return byAge(this.data.grants.values()).filter((grant) => grant.applicationId === applicationId);
  }

  authorize(authorization: NewAuthorization): Promise<void> {
    const { grant, code, tokens, rpcTokenHash } = authorization;
    return this.queue.submit({
      check: () => this.#findConflict(authorization),
      apply: () => {
        this.data.grants.set(grant.id, grant);
        if (code !== null) this.data.codes.set(code.hash, code);
        this.#add(tokens);
        if (rpcTokenHash !== null) this.data.rpcTokens.delete(rpcTokenHash);
      },
    });
  }

  consumeCode({ hash }: AuthorizationCode, tokens: readonly Token[]): Promise<void> {
    const { codes } = this.data;
    return this.queue.submit({
      check: () => usableOnce(codes.get(hash), ({ used }) => used),
      apply: () => {
        const code = codes.get(hash);
        if (code !== undefined) codes.set(hash, { ...code, used: true });
        this.#add(tokens);
      },
    });
  }

  rotate({ hash }: Token, rotatedAt: number, tokens: readonly Token[]): Promise<void> {
    const known = this.data.tokens;
    return this.queue.submit({
      check: () => usableOnce(known.get(hash), (token) => token.rotatedAt !== null),
      apply: () => {
        const token = known.get(hash);
        if (token !== undefined) known.set(hash, { ...token, rotatedAt });
        this.#add(tokens);
      },
    });
  }

  addTokens(applicationId: Snowflake, tokens: readonly Token[]): Promise<void> {
    return this.queue.submit({
      check: () => this.#requireApplication(applicationId),
      apply: () => this.#add(tokens),
    });
  }

  addRpcToken(token: RpcToken): Promise<void> {
    return this.queue.submit({
      check: () => this.#requireApplication(token.applicationId),
      apply: () => this.data.rpcTokens.set(token.hash, token),
    });
  }

  revokeToken(hash: string, listener?: RevocationListener): Promise<void> {
    return this.queue.submit({ apply: () => this.data.tokens.delete(hash) }, listener);
  }

  async revokeChain(chain: TokenChain, now: number, listener?: RevocationListener): Promise<string[]> {
    const { tokens } = this.data;
    let removed: string[] = [];
    await this.queue.submit(
      {
        apply: () => {
          removed = accessHashes(tokens.values(), (token) => token.chain === chain.chain);
          for (const token of tokens.values()) if (token.chain === chain.chain) tokens.delete(token.hash);
          const isUsed = [...tokens.values()].some(
            (token) => token.grantId === chain.grantId && works(token, now),
          );
          if (!isUsed) removeGrants(this.data, ({ id }) => id === chain.grantId);
        },
      },
      listener,
    );
    return removed;
  }

  async revokeGrant(id: Snowflake, listener?: RevocationListener): Promise<string[]> {
    let removed: string[] = [];
    const apply = () => {
      removed = accessHashes(this.data.tokens.values(), ({ grantId }) => grantId === id);
      removeGrants(this.data, (grant) => grant.id === id);
    };
    await this.queue.submit({ apply }, listener);
    return removed;
  }

  removeExpired(now: number, onceBefore: number): Promise<void> {
    const { tokens, codes, rpcTokens } = this.data;
    return this.queue.submit({
      apply: () => {
        for (const { hash, expiresAt } of tokens.values()) {
          if (expiresAt !== null && expiresAt <= now) tokens.delete(hash);
        }
        for (const { hash, expiresAt } of codes.values()) if (expiresAt <= now) codes.delete(hash);
        for (const { hash, expiresAt } of rpcTokens.values()) if (expiresAt <= now) rpcTokens.delete(hash);
        removeGrants(this.data, ({ once, createdAt }) => once && createdAt <= onceBefore);
      },
    });
  }

  #findConflict({ application, grant, grantBefore, rpcTokenHash }: NewAuthorization): Conflict | null {
    const { applications, grants, rpcTokens } = this.data;
    const stored = applications.get(application.id);
    if (stored === undefined) return 'gone';
    if (!isDeepStrictEqual(stored, application)) return 'changed';
    if (rpcTokenHash !== null && !rpcTokens.has(rpcTokenHash)) return 'used';
    if (grant.once) return null;
    const known =
      grantBefore === null
        ? this.#lastingGrant(grant.userId, grant.applicationId)
        : (grants.get(grantBefore.id) ?? null);
    return isDeepStrictEqual(known, grantBefore) ? null : 'changed';
  }

  #lastingGrant(userId: Snowflake, applicationId: Snowflake): Grant | null {
    const grants = [...this.data.grants.values()];
    const isIt = (one: Grant) => !one.once && one.userId === userId && one.applicationId === applicationId;
    return grants.find(isIt) ?? null;
  }

  #requireApplication(id: Snowflake): Conflict | null {
    return this.data.applications.has(id) ? null : 'gone';
  }

  #add(tokens: readonly Token[]): void {
    for (const token of tokens) this.data.tokens.set(token.hash, token);
  }
}

/** Removes grants with their tokens and codes. */
export function removeGrants(
  { grants, tokens, codes }: MemoryData,
  isRemoved: (grant: Grant) => boolean,
): void {
  const ids = new Set([...grants.values()].filter(isRemoved).map(({ id }) => id));
  for (const id of ids) grants.delete(id);
  for (const { hash, grantId } of tokens.values()) {
    if (grantId !== null && ids.has(grantId)) tokens.delete(hash);
  }
  for (const { hash, grantId } of codes.values()) if (ids.has(grantId)) codes.delete(hash);
}

function usableOnce<Secret>(
  secret: Secret | undefined,
  isUsed: (secret: Secret) => boolean,
): Conflict | null {
  if (secret === undefined) return 'gone';
  return isUsed(secret) ? 'used' : null;
}

function works({ rotatedAt, expiresAt }: Token, now: number): boolean {
  return rotatedAt === null && (expiresAt === null || expiresAt > now);
}

function accessHashes(tokens: Iterable<Token>, isOne: (token: Token) => boolean): string[] {
  return [...tokens].filter((token) => token.kind === 'access' && isOne(token)).map(({ hash }) => hash);
}
