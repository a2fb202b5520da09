import type { GuildImage } from '../../guilds/state.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { Application, ApplicationStore, NewAccount } from '../accounts.js';
import type { RevocationListener } from '../commit.js';
import { retryOnConflict } from '../retry-on-conflict.js';
import { nameIsFree, newAccountWrites } from './account-store.js';
import { absent, present, unchanged } from './conditions.js';
import type { Reader } from './reader.js';
import { applicationFromRow, applicationRow } from './records/account-rows.js';
import { imageWrites } from './records/image-writes.js';
import type { Writer } from './writer.js';
import { put, remove, sweep } from './writes.js';

/** Applications in the table `applications`. */
export class SqlApplicationStore implements ApplicationStore {
  constructor(
    private readonly reader: Reader,
    private readonly writer: Writer,
  ) {}

  async byId(id: Snowflake): Promise<Application | null> {
    const row = await this.reader.row('applications', 'FROM applications WHERE id = ?', id);
    return row && applicationFromRow(row);
  }

  async byIds(ids: readonly Snowflake[]): Promise<Application[]> {
    const rows = await this.reader.rows(
      'applications',
      'FROM applications WHERE id IN (SELECT CAST(value AS BIGINT) FROM json_each(?))',
      JSON.stringify(ids),
    );
    return rows.map(applicationFromRow);
  }

  async byBot(botId: Snowflake): Promise<Application | null> {
    const row = await this.reader.row('applications', 'FROM applications WHERE bot_id = ?', botId);
    return row && applicationFromRow(row);
  }

  async list(): Promise<Application[]> {
    const rows = await this.reader.rows('applications', 'FROM applications ORDER BY id');
    return rows.map(applicationFromRow);
  }

  create(application: Application, bot: NewAccount | null, icon: GuildImage | null): Promise<void> {
    const writes = [
      ...(bot === null ? [] : newAccountWrites(bot)),
      put('applications', applicationRow(application)),
      ...imageWrites({ kind: 'icons', ownerId: application.id, before: null, after: icon }),
    ];
    return this.writer.commit(writes, {}, { conditions: bot === null ? [] : [nameIsFree(bot.account)] });
  }

  change(before: Application, after: Application, icon?: GuildImage | null): Promise<void> {
    const writes = [
      put('applications', applicationRow(after)),
      ...imageWrites({ kind: 'icons', ownerId: before.id, before: before.icon, after: icon }),
    ];
    return this.writer.commit(
      writes,
      {},
      { conditions: [unchanged('applications', applicationRow(before))] },
    );
  }

  remove(id: Snowflake, listener?: RevocationListener): Promise<Snowflake[]> {
    return retryOnConflict(async () => {
      const rows = await this.reader.all<{ user_id: Snowflake }>(
        'SELECT DISTINCT CAST(user_id AS TEXT) AS user_id FROM grants WHERE application_id = ?',
        id,
      );
      const users = rows.map(({ user_id }) => user_id);
      const conditions = [
        present('gone', 'FROM applications WHERE id = ?', id),
        absent(
          'guildsOfUser',
          `FROM applications JOIN members ON user_id = bot_id WHERE applications.id = ?`,
          id,
        ),
        absent(
          'changed',
          'FROM grants WHERE application_id = ? AND user_id NOT IN (SELECT CAST(value AS BIGINT) FROM json_each(?))',
          id,
          JSON.stringify(users),
        ),
      ];
      const writes = [remove('applications', { id }), sweep('iconsOfApplication', id)];
      await this.writer.commit(writes, listener, { conditions });
      return users;
    }, 'changed');
  }
}
