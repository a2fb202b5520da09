import type { GuildImage } from '../../guilds/state.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { Account, AccountStore, NewAccount, TwoFactorState } from '../accounts.js';
import { absent, type Condition, unchanged } from './conditions.js';
import type { Reader } from './reader.js';
import { accountFromRow, accountRow, twoFactorFromRow, twoFactorRow } from './records/account-rows.js';
import { tokenRow } from './records/authorization-rows.js';
import { imageWrites } from './records/image-writes.js';
import type { Writer } from './writer.js';
import { put, remove, type Write } from './writes.js';

/** Accounts in the tables `users` and `two_factor`. */
export class SqlAccountStore implements AccountStore {
  constructor(
    private readonly reader: Reader,
    private readonly writer: Writer,
  ) {}

  async byIds(ids: readonly Snowflake[]): Promise<Account[]> {
    const rows = await this.reader.rows(
      'users',
      'FROM users WHERE id IN (SELECT CAST(value AS BIGINT) FROM json_each(?))',
      JSON.stringify(ids),
    );
    return rows.map(accountFromRow);
  }

  async people(limit?: number): Promise<Account[]> {
    const all = 'FROM users WHERE bot = 0 ORDER BY id';
    const rows =
      limit === undefined
        ? await this.reader.rows('users', all)
        : await this.reader.rows('users', `${all} LIMIT ?`, limit);
    return rows.map(accountFromRow);
  }

  async discriminatorsOf(username: string): Promise<string[]> {
    const rows = await this.reader.all<{ discriminator: string }>(
      'SELECT discriminator FROM users WHERE username = ?',
      username,
    );
    return rows.map(({ discriminator }) => discriminator);
  }

  async twoFactor(userId: Snowflake): Promise<TwoFactorState | null> {
    const row = await this.reader.row('two_factor', 'FROM two_factor WHERE user_id = ?', userId);
    return row && twoFactorFromRow(row);
  }

  create(created: NewAccount): Promise<void> {
    return this.writer.commit(newAccountWrites(created), {}, { conditions: [nameIsFree(created.account)] });
  }

  change(before: Account, after: Account, avatar?: GuildImage | null): Promise<void> {
    const conditions = [unchanged('users', accountRow(before))];
    const isRenamed = before.username !== after.username || before.discriminator !== after.discriminator;
    if (isRenamed) conditions.push(nameIsFree(after));
    const writes = [
      put('users', accountRow(after)),
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
        : unchanged('two_factor', twoFactorRow(before)),
    ];
    const writes: Write[] = [
      after === null ? remove('two_factor', { user_id: account.id }) : put('two_factor', twoFactorRow(after)),
    ];
    if (changed.mfaEnabled !== account.mfaEnabled) {
      conditions.push(unchanged('users', accountRow(account)));
      writes.unshift(put('users', accountRow(changed)));
    }
    await this.writer.commit(writes, {}, { conditions });
    return changed;
  }
}

/** The writes of a new account. */
export function newAccountWrites({ account, token }: NewAccount): Write[] {
  return [put('users', accountRow(account)), put('tokens', tokenRow(token))];
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
