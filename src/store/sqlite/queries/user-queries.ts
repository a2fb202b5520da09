import type { Snowflake } from '../../../protocol/snowflake.js';
import type { Reader } from '../reader.js';
import type { UserRow } from '../rows.js';
import type { TwoFactorRow } from '../two-factor-row.js';

/** Reads of users. */
export class UserQueries {
  constructor(private readonly reader: Reader) {}

  byIds(ids: readonly Snowflake[]): Promise<UserRow[]> {
    return this.reader.rows(
      'users',
      'FROM users WHERE id IN (SELECT CAST(value AS INTEGER) FROM json_each(?))',
      JSON.stringify(ids),
    );
  }

  twoFactor(userId: Snowflake): Promise<TwoFactorRow | null> {
    return this.reader.row('two_factor', 'FROM two_factor WHERE user_id = ?', userId);
  }

  /** people, without bots, oldest first */
  people(): Promise<UserRow[]> {
    return this.reader.rows('users', 'FROM users WHERE bot = 0 ORDER BY id');
  }

  /** the discriminators that are taken for a name */
  async discriminatorsOf(username: string): Promise<string[]> {
    const rows = await this.reader.all<{ discriminator: string }>(
      'SELECT discriminator FROM users WHERE username = ?',
      username,
    );
    return rows.map((row) => row.discriminator);
  }
}
