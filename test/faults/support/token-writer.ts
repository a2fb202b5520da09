import assert from 'node:assert/strict';
import { LIFETIMES } from '#guildhall/api/oauth2/issue-tokens.js';
import { hashSecret } from '#guildhall/platform/crypto/secrets.js';
import type { CreatedApplication } from '#guildhall/protocol/administration.js';
import { Random } from '../../helpers/random.js';
import { assertOk, type Call, type Reply, request } from './request.js';
import { withDatabase } from './store-invariants.js';
import { authorizing, exchanging, tokenCall } from './tokens.js';

/** What one authorization code gave. */
interface Chain {
  readonly code: string;
  /** by the service's clock */
  readonly madeAt: number;
  access: string[];
  refresh: string;
  isRevoked: boolean;
}

const SEVERAL = 3;

/** Lets an application have tokens of one user and takes them back, and knows which of them must work. */
export class TokenWriter {
  #chains: Chain[] = [];
  /** what had no answer */
  #pending: { readonly kind: 'exchange' | 'refresh' | 'revoke'; readonly chain: Chain } | null = null;
  #url = '';
  #behind = 0;
  readonly #random = new Random();

  constructor(
    private readonly application: CreatedApplication,
    private readonly userToken: string,
  ) {}

  /** @param behind how far the service's clock is behind, in milliseconds. @returns how many changes were acknowledged */
  async writeUntilGone(url: string, behind: number): Promise<number> {
    [this.#url, this.#behind] = [url, behind];
    for (let count = 0; ; count += 1) {
      const live = this.#chains.filter(({ isRevoked }) => !isRevoked);
      const [chain] = live;
      const dice = this.#random.next();
      const step =
        chain !== undefined && (live.length >= SEVERAL || dice < 0.3)
          ? this.#revoke(chain)
          : chain !== undefined && dice < 0.6
            ? this.#refresh(chain)
            : this.#authorize();
      if (!(await step)) return count;
    }
  }

  /** Holds what the service has after its restart against what it acknowledged before its end. */
  async check(url: string, databasePath: string, behind: number): Promise<void> {
    [this.#url, this.#behind] = [url, behind];
    await this.#settle(databasePath);
    for (const chain of this.#chains) await this.#checkChain(databasePath, chain);
    const again = this.#chains.find(({ isRevoked }) => !isRevoked);
    if (again !== undefined) await this.#useAgain(again);
    this.#chains = this.#chains.filter(({ isRevoked }) => !isRevoked);
  }

  async #authorize(): Promise<boolean> {
    const given = await this.#ask(authorizing(this.application, this.userToken, 'identify'));
    if (given === null) return false;
    const chain: Chain = {
      code: given.body.code,
      madeAt: this.#now(),
      access: [],
      refresh: '',
      isRevoked: false,
    };
    this.#pending = { kind: 'exchange', chain };
    return this.#take(chain, exchanging(this.application, chain.code), () => this.#chains.push(chain));
  }

  #refresh(chain: Chain): Promise<boolean> {
    this.#pending = { kind: 'refresh', chain };
    const form = { grant_type: 'refresh_token', refresh_token: chain.refresh };
    return this.#take(chain, tokenCall(this.application, '/token', form));
  }

  async #revoke(chain: Chain): Promise<boolean> {
    this.#pending = { kind: 'revoke', chain };
    const token = this.#random.chance(0.5) ? chain.refresh : (chain.access[0] ?? chain.refresh);
    if ((await this.#ask(tokenCall(this.application, '/token/revoke', { token }))) === null) return false;
    chain.isRevoked = true;
    this.#pending = null;
    return true;
  }

  /** Asks for new tokens of a chain. */
  async #take(chain: Chain, call: Call, taken: () => unknown = () => undefined): Promise<boolean> {
    const reply = await this.#ask(call);
    if (reply === null) return false;
    chain.access.push(reply.body.access_token);
    chain.refresh = reply.body.refresh_token;
    this.#pending = null;
    taken();
    return true;
  }

  async #ask(call: Call): Promise<Reply | null> {
    const reply = await request(this.#url, call);
    if (reply !== null) assertOk(call, reply);
    return reply;
  }

  /** Finds out whether what had no answer was done, and makes sure that it was done whole. */
  async #settle(databasePath: string): Promise<void> {
    const pending = this.#pending;
    this.#pending = null;
    if (pending === null) return;
    const { kind, chain } = pending;
    const { used, tokens } = await storedChain(databasePath, chain.code);
    const before = chain.access.length + (chain.refresh === '' ? 0 : 1);
    if (kind === 'exchange') assert.equal(tokens.size, used ? 2 : 0, 'a used code gave two tokens');
    else if (kind === 'revoke') {
      assert.ok(tokens.size === before || tokens.size === 0, 'a chain is revoked as a whole');
      chain.isRevoked = tokens.size === 0;
    } else if (!tokens.has(hashSecret(chain.refresh))) {
      assert.equal(tokens.size, before + 1, 'a used refresh token gave two tokens');
      // Their names died with the answer.
      this.#chains = this.#chains.filter((one) => one !== chain);
    } else assert.equal(tokens.size, before, 'a refresh token that was not used gave nothing');
  }

  async #checkChain(databasePath: string, { code, access, refresh, isRevoked }: Chain): Promise<void> {
    for (const token of access) assert.equal(await this.#statusOf(token), isRevoked ? 401 : 200);
    const { used, tokens } = await storedChain(databasePath, code);
    // With the last of what a user granted the grant goes, and its codes with it.
    if (!isRevoked) assert.equal(used, 1, 'a used code stays used');
    assert.equal(tokens.has(hashSecret(refresh)), !isRevoked);
  }

  /** A code works once; using it again before it expires revokes its tokens. */
  async #useAgain(chain: Chain): Promise<void> {
    const reply = await request(this.#url, exchanging(this.application, chain.code));
    assert.deepEqual([reply?.status, reply?.body.error], [400, 'invalid_grant']);
    chain.isRevoked = this.#now() - chain.madeAt < LIFETIMES.authorizationCode;
    for (const token of chain.access) {
      assert.equal(await this.#statusOf(token), chain.isRevoked ? 401 : 200, 'a second use of a code');
    }
  }

  #now(): number {
    return Date.now() - this.#behind;
  }

  async #statusOf(token: string): Promise<number | undefined> {
    return (await request(this.#url, { method: 'GET', path: '/oauth2/@me', as: `Bearer ${token}` }))?.status;
  }
}

/** What the store has of a code: whether it was used, and the hashes of the tokens that came of it. */
function storedChain(path: string, code: string): Promise<{ used: number | undefined; tokens: Set<string> }> {
  return withDatabase(path, async (database) => {
    const hash = hashSecret(code);
    // Refresh tokens that were used stay there, so that a second use is detected.
    const sql = 'SELECT hash FROM tokens WHERE chain = ? AND rotated_at IS NULL';
    const rows = await database.all<{ hash: string }>(sql, hash);
    const row = await database.first<{ used: number }>(
      'SELECT used FROM authorization_codes WHERE hash = ?',
      hash,
    );
    return { used: row?.used, tokens: new Set(rows.map((one) => one.hash)) };
  });
}
