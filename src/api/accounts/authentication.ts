import { BoundedMap } from '../../platform/async/bounded-map.js';
import { hashSecret } from '../../platform/crypto/secrets.js';
import type { Scope } from '../../protocol/scopes.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { Account } from '../../store/accounts.js';
import type { Store } from '../../store/store.js';
import type { Token } from '../../store/token.js';
import type { Caller } from '../core/caller.js';
import { RestError } from '../core/errors.js';
import type { UserDirectory } from './user-directory.js';

/** The number of cached callers, which saves reading the store for every request. */
const CACHE_LIMIT = 10_000;

const SCHEMES = { Bot: 'bot', Bearer: 'access' } as const;

/** The kinds of tokens that requests are made with. */
const REQUEST_KINDS: ReadonlySet<Token['kind']> = new Set(['bot', 'access', 'person']);

/** Authenticates callers by their tokens. */
export class Authentication {
  readonly #cache = new BoundedMap<string, Caller>(CACHE_LIMIT);
  readonly #uses = new GrantUses();
  /** raised by revocations: results of earlier reads must not be cached */
  #generation = 0;
  #revoked: () => void = () => {};

  /** @param users loads accounts; where several nodes share the store, as they are stored now */
  constructor(
    private readonly store: Pick<Store, 'applications' | 'authorizations'>,
    private readonly users: Pick<UserDirectory, 'load'>,
    private readonly now: () => number,
  ) {}

  /**
   * Finds the caller of a request, without a promise if the token is cached.
   *
   * @param header the Authorization header: `Bot TOKEN`, `Bearer TOKEN`, or a person's token without a prefix
   * @returns null if the token is not valid
   */
  byHeader(header: string): Caller | null | Promise<Caller | null> {
    return (
      this.known(header) ??
      this.#remember(header, () => {
        const { kind, secret } = parse(header);
        return this.#find(kind, secret);
      })
    );
  }

  /** The caller of a header whose token was found before; null if it must be looked for. */
  known(header: string): Caller | null {
    const known = this.#cache.get(header);
    if (known === undefined || this.#isExpired(known.token)) return null;
    this.#noteUse(known.token);
    return known;
  }

  /** The caller of a token that another node authenticated, by the hash that is stored of it. */
  byTokenHash(hash: string): Caller | null | Promise<Caller | null> {
    // No header has a line break, so no client can name a hash instead of a token.
    const key = `\n${hash}`;
    return this.known(key) ?? this.#remember(key, () => this.#findByHash(null, hash));
  }

  /** The caller of a gateway session: a bot or a person; the token of a bot may start with `Bot `. */
  async byGatewayToken(token: string): Promise<Caller | null> {
    const bare = token.startsWith('Bot ') ? token.slice('Bot '.length) : token;
    return (await this.#find('bot', bare)) ?? (await this.#find('person', bare));
  }

  /** The caller of an access token, by its hash. */
  byAccessTokenHash(hash: string): Promise<Caller | null> {
    return this.#findByHash('access', hash);
  }

  /** When a token of a grant was last used, in milliseconds since the Unix epoch; null: not since the start. */
  lastUseOf(grantId: Snowflake): number | null {
    return this.#uses.lastUse(grantId);
  }

  /** Sets a listener that is called after each revocation of this process. */
  listenForRevocations(listener: () => void): void {
    this.#revoked = listener;
  }

  /** Clears the cache; call it once a revocation is stored. */
  revoked(): void {
    this.forgetCallers();
    this.#revoked();
  }

  /** Clears the cache: another process may have stored a revocation. */
  forgetCallers(): void {
    this.#generation += 1;
    this.#cache.clear();
  }

  /** Forgets the callers of a user, whose account was changed. */
  forgetCallersOf(userId: Snowflake): void {
    this.#generation += 1;
    for (const [key, { user }] of this.#cache) if (user.id === userId) this.#cache.delete(key);
  }

  async #remember(header: string, find: () => Promise<Caller | null>): Promise<Caller | null> {
    const generation = this.#generation;
    const caller = await find();
    if (caller === null || generation !== this.#generation) return caller;
    this.#cache.set(header, caller);
    return caller;
  }

  #find(kind: Token['kind'], secret: string): Promise<Caller | null> {
    return this.#findByHash(kind, hashSecret(secret));
  }

  /** @param expected the kind that the token must have; null: any that a request may have */
  async #findByHash(expected: Token['kind'] | null, hash: string): Promise<Caller | null> {
    const token = await this.store.authorizations.token(hash);
    if (token === null || this.#isExpired(token)) return null;
    const { kind } = token;
    if (expected === null ? !REQUEST_KINDS.has(kind) : kind !== expected) return null;
    const user = await this.users.load(token.userId);
    if (user === null || !(await this.#isOfOwner(token))) return null;
    this.#noteUse(token);
    return {
      kind: token.kind === 'access' ? 'bearer' : kind === 'bot' ? 'bot' : 'person',
      user,
      applicationId: token.applicationId,
      scopes: new Set(token.scopes),
      token,
      actor: {
        userId: user.id,
        applicationId: token.applicationId,
        mfaEnabled: kind === 'bot' ? await this.#ownerHasTwoFactor(token) : user.mfaEnabled,
      },
    };
  }

  /** A bot has no second factor; its owner's counts (docs/rest.md, Permissions). */
  async #ownerHasTwoFactor(token: Token): Promise<boolean> {
    const ownerId = await this.#ownerOf(token);
    return ownerId !== null && ((await this.users.load(ownerId))?.mfaEnabled ?? false);
  }

  /** An access token without a grant is the owner's (RFC 6749 §4.4), and ends when the application has another one. */
  async #isOfOwner(token: Token): Promise<boolean> {
    if (token.kind !== 'access' || token.grantId !== null) return true;
    return (await this.#ownerOf(token)) === token.userId;
  }

  async #ownerOf({ applicationId }: Token): Promise<Snowflake | null> {
    if (applicationId === null) return null;
    return (await this.store.applications.byId(applicationId))?.ownerId ?? null;
  }

  #noteUse({ grantId }: Token): void {
    if (grantId !== null) this.#uses.note(grantId, this.now());
  }

  #isExpired(token: Token): boolean {
    return token.expiresAt !== null && token.expiresAt <= this.now();
  }
}

function parse(header: string): { kind: Token['kind']; secret: string } {
  const space = header.indexOf(' ');
  const scheme = header.slice(0, Math.max(0, space));
  // Everything after the space: ignoring a rest would allow many cache keys for one token.
  const secret = header.slice(space + 1);
  if (space !== -1 && (scheme === 'Bot' || scheme === 'Bearer')) return { kind: SCHEMES[scheme], secret };
  return { kind: 'person', secret: header };
}

/** The resolution, in milliseconds: the person is shown the hour. */
const RESOLUTION = 60_000;
/** The maximum number of grants; the ones that were noted first are dropped. */
const LIMIT = 10_000;

/** When a token of each grant was last used since the start. Noting a use costs a map lookup. */
class GrantUses {
  readonly #lastUses = new BoundedMap<Snowflake, number>(LIMIT);

  /** @param now milliseconds since the Unix epoch */
  note(grantId: Snowflake, now: number): void {
    const known = this.#lastUses.get(grantId);
    if (known !== undefined && now - known < RESOLUTION) return;
    this.#lastUses.set(grantId, now);
  }

  /** @returns milliseconds since the Unix epoch; null: not since the start */
  lastUse(grantId: Snowflake): number | null {
    return this.#lastUses.get(grantId) ?? null;
  }
}

/**
 * The user of an access token that grants an application a scope.
 *
 * @param bot the bot of the application
 * @param tokenHash of the access token
 * @param scope the required scope
 * @throws {RestError} INVALID_ACCESS_TOKEN, also for a token of another application
 */
export async function consentedUser(
  authentication: Authentication,
  bot: Caller,
  tokenHash: string,
  scope: Scope,
): Promise<Account> {
  const joining = await authentication.byAccessTokenHash(tokenHash);
  const agreed = joining?.applicationId === bot.applicationId && joining.scopes.has(scope);
  if (joining === null || !agreed) throw new RestError('INVALID_ACCESS_TOKEN');
  return joining.user;
}
