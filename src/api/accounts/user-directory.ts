import { isDeepStrictEqual } from 'node:util';
import type { GuildUser, UserLookup } from '../../guilds/state.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { Account, AccountStore } from '../../store/accounts.js';
import type { ConflictTurns } from '../../store/conflict-turns.js';

interface Known {
  readonly account: Account;
  /** created once and shared: listing a guild of 100,000 members must not create as many objects each time */
  readonly user: GuildUser;
}

/** Caches the accounts that were requested. */
export class UserDirectory implements UserLookup {
  readonly #known = new Map<Snowflake, Known>();
  #revision = 0;
  /** whether an unknown user was requested in this revision */
  #wasUnknown = false;
  #changed: (id: Snowflake) => void = () => {};

  constructor(
    private readonly store: Pick<AccountStore, 'byIds'>,
    private readonly turns: ConflictTurns,
  ) {}

  /** raised whenever `get` might give something else than before */
  get revision(): number {
    return this.#revision;
  }

  /** a loaded user, as other users see them */
  get(id: Snowflake): GuildUser | undefined {
    const known = this.#known.get(id);
    if (known === undefined) this.#wasUnknown = true;
    return known?.user;
  }

  /** Whether `get` finds a user. */
  has(id: Snowflake): boolean {
    return this.#known.has(id);
  }

  /** Sets a listener that is called after each change of an account by this process. */
  listenForChanges(listener: (id: Snowflake) => void): void {
    this.#changed = listener;
  }

  /** Caches an account that was changed. */
  change(account: Account): void {
    this.remember([account]);
    this.#changed(account.id);
  }

  /** Caches accounts that were created or read. */
  remember(accounts: Iterable<Account>): void {
    for (const account of accounts) {
      if (this.#wasUnknown || this.#known.has(account.id)) this.#beginRevision();
      this.#known.set(account.id, { account, user: toGuildUser(account) });
    }
  }

  #beginRevision(): void {
    this.#revision += 1;
    this.#wasUnknown = false;
  }

  /** Keeps accounts that were read, except known ones, which may have been changed since. */
  rememberRead(accounts: readonly Account[]): void {
    this.remember(accounts.filter(({ id }) => !this.#known.has(id)));
  }

  async load(id: Snowflake): Promise<Account | null> {
    return this.#known.get(id)?.account ?? this.#reload(id);
  }

  /** The account as it is stored now; another process may have changed it. */
  async refresh(id: Snowflake): Promise<Account | null> {
    const before = this.#known.get(id);
    const [stored] = await this.store.byIds([id]);
    if (stored !== undefined && this.#known.get(id) === before) this.#rememberChanged(stored);
    return this.#known.get(id)?.account ?? null;
  }

  /**
   * Reads cached accounts again, `atOnce` in one statement, until the signal is aborted.
   *
   * @param ids of accounts, cached or not; null: all
   */
  async refreshCached(ids: readonly Snowflake[] | null, atOnce: number, signal: AbortSignal): Promise<void> {
    const known = (ids ?? [...this.#known.keys()]).filter((id) => this.#known.has(id));
    for (let at = 0; at < known.length && !signal.aborted; at += atOnce) {
      const before = new Map(known.slice(at, at + atOnce).map((id) => [id, this.#known.get(id)]));
      for (const account of await this.store.byIds([...before.keys()])) {
        if (this.#known.get(account.id) === before.get(account.id)) this.#rememberChanged(account);
      }
    }
  }

  /** Does not begin a revision for an account that is the same as before. */
  #rememberChanged(account: Account): void {
    if (!isDeepStrictEqual(this.#known.get(account.id)?.account, account)) this.remember([account]);
  }

  /**
   * Runs a task that changes an account; runs it again with the stored account if the cached one was outdated.
   *
   * @param task gets null if there is no such account; see `retryOnConflict`
   */
  withAccount<Result>(id: Snowflake, task: (account: Account | null) => Promise<Result>): Promise<Result> {
    return this.turns.run(`account ${id}`, async (isRetry) =>
      task(await (isRetry ? this.#reload(id) : this.load(id))),
    );
  }

  async #reload(id: Snowflake): Promise<Account | null> {
    const before = this.#known.get(id);
    const accounts = await this.store.byIds([id]);
    // An account that was changed meanwhile is newer than the one that was read.
    if (this.#known.get(id) === before) this.remember(accounts);
    return this.#known.get(id)?.account ?? null;
  }

  /** Loads users, so that `get` finds all of them that exist. */
  async loadAll(ids: Iterable<Snowflake>): Promise<void> {
    const missing = [...new Set(ids)].filter((id) => !this.#known.has(id));
    if (missing.length === 0) return;
    this.rememberRead(await this.store.byIds(missing));
  }
}

/** Reduces an account to what other users see. */
export function toGuildUser({ id, username, discriminator, avatar, bot }: Account): GuildUser {
  return bot ? { id, username, discriminator, avatar, bot: true } : { id, username, discriminator, avatar };
}
