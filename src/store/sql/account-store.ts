import type { GuildImage } from '../../guilds/state.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { Account, AccountStore, NewAccount, TwoFactorState } from '../accounts.js';
import { absent, type Condition, unchanged } from './conditions.js';
import type { Reader } from './reader.js';
import type { Writer } from './writer.js';
import { put, remove, type Write } from './writes.js';
import { imageWrites } from './writes-of-changes.js';

/** Accounts in the tables `users` and `two_factor`. */
export class SqlAccountStore implements AccountStore {
  constructor(
    private readonly reader: Reader,
    private readonly writer: Writer,
  ) {}

  byIds(ids: readonly Snowflake[]): Promise<Account[]> {
    return this.reader.rows(
      'users',
      'FROM users WHERE id IN (SELECT CAST(value AS BIGINT) FROM json_each(?))',
      JSON.stringify(ids),
    );
  }

  people(limit?: number): Promise<Account[]> {
    const all = 'FROM users WHERE bot = 0 ORDER BY id';
    return limit === undefined
      ? this.reader.rows('users', all)
      : this.reader.rows('users', `${all} LIMIT ?`, limit);
  }

  async discriminatorsOf(username: string): Promise<string[]> {
    const rows = await this.reader.all<{ discriminator: string }>(
      'SELECT discriminator FROM users WHERE username = ?',
      username,
    );
    return rows.map(({ discriminator }) => discriminator);
  }

  twoFactor(userId: Snowflake): Promise<TwoFactorState | null> {
    return this.reader.row('two_factor', 'FROM two_factor WHERE user_id = ?', userId);
  }

  create(created: NewAccount): Promise<void> {
    return this.writer.commit(newAccountWrites(created), {}, { conditions: [nameIsFree(created.account)] });
  }

  change(before: Account, after: Account, avatar?: GuildImage | null): Promise<void> {
    const conditions = [unchanged('users', before)];
    const isRenamed = before.username !== after.username || before.discriminator !== after.discriminator;
    if (isRenamed) conditions.push(nameIsFree(after));
    const writes = [
      put('users', after),
      ...imageWrites({ kind: 'avatars', ownerId: before.id, before: before.avatar, after: avatar }),
    ];
    return this.writer.commit(writes, {}, { conditions });
  }

  async changeTwoFactor(
    account: Account,
    before: TwoFactorState | null,
    after: TwoFactorState | null,
  ): Promise<Account> {
    const changed: Account = { ...account, mfaEnabled: after?.confirmed ?? false };
    const conditions: Condition[] = [
      before === null
        ? absent('changed', 'FROM two_factor WHERE user_id = ?', account.id)
        : unchanged('two_factor', before),
    ];
    const writes: Write[] = [
      after === null ? remove('two_factor', { userId: account.id }) : put('two_factor', after),
    ];
    if (changed.mfaEnabled !== account.mfaEnabled) {
      conditions.push(unchanged('users', account));
      writes.unshift(put('users', changed));
    }
    await this.writer.commit(writes, {}, { conditions });
    return changed;
  }
}

/** The writes of a new account. */
export function newAccountWrites({ account, token }: NewAccount): Write[] {
  return [put('users', account), put('tokens', token)];
}

/** No other account has the same name and discriminator. */
export function nameIsFree({ id, username, discriminator }: Account): Condition {
  return absent(
    'taken',
    'FROM users WHERE username = ? AND discriminator = ? AND id <> ?',
    username,
    discriminator,
    id,
  );
}
