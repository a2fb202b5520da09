import type { GuildUser, UserLookup } from '../guilds/state.js';
import type { User } from '../protocol/objects/user.js';
import type { Snowflake } from '../protocol/snowflake.js';
import type { UserQueries } from '../store/sqlite/queries/user-queries.js';
import type { UserRow } from '../store/sqlite/rows.js';

interface Known {
  readonly row: UserRow;
  /** one shared value: a guild of 100,000 members must not make as many each time it is listed */
  readonly user: GuildUser;
}

/** The users that somebody asked for, in memory. */
export class UserDirectory implements UserLookup {
  readonly #known = new Map<Snowflake, Known>();

  constructor(private readonly queries: UserQueries) {}

  /** a user that was loaded, as others see them */
  get(id: Snowflake): GuildUser | undefined {
    return this.#known.get(id)?.user;
  }

  /** Keeps users that were read or made. */
  remember(rows: Iterable<UserRow>): void {
    for (const row of rows) this.#known.set(row.id, { row, user: toPublicUser(row) });
  }

  async load(id: Snowflake): Promise<UserRow | null> {
    const known = this.#known.get(id);
    if (known !== undefined) return known.row;
    this.remember(await this.queries.byIds([id]));
    return this.#known.get(id)?.row ?? null;
  }

  /** Makes sure that `get` finds all of these that exist. */
  async loadAll(ids: Iterable<Snowflake>): Promise<void> {
    const missing = [...new Set(ids)].filter((id) => !this.#known.has(id));
    if (missing.length > 0) this.remember(await this.queries.byIds(missing));
  }
}

/** What others see of a user (docs/rest.md, Objects). */
export function toPublicUser(row: UserRow): GuildUser {
  const { id, username, discriminator, avatar } = row;
  return row.bot
    ? { id, username, discriminator, avatar, bot: true }
    : { id, username, discriminator, avatar };
}

/** What a user sees of themselves. @param withEmail whether the caller may see the e-mail address */
export function toCurrentUser(row: UserRow, withEmail: boolean): User {
  const user = { ...toPublicUser(row), mfa_enabled: row.mfa_enabled };
  return withEmail ? { ...user, verified: row.verified, email: row.email } : user;
}
