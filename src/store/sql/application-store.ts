import type { GuildImage } from '../../guilds/state.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { Application, ApplicationStore, NewAccount } from '../accounts.js';
import type { RevocationListener } from '../commit.js';
import { retryOnConflict } from '../retry-on-conflict.js';
import { nameIsFree, newAccountWrites } from './account-store.js';
import { absent, present, unchanged } from './conditions.js';
import type { Reader } from './reader.js';
import type { Writer } from './writer.js';
import { put, remove, sweep } from './writes.js';
import { imageWrites } from './writes-of-changes.js';

/** Applications in the table `applications`. */
export class SqlApplicationStore implements ApplicationStore {
  constructor(
    private readonly reader: Reader,
    private readonly writer: Writer,
  ) {}

  byId(id: Snowflake): Promise<Application | null> {
    return this.reader.row('applications', 'FROM applications WHERE id = ?', id);
  }

  byIds(ids: readonly Snowflake[]): Promise<Application[]> {
    return this.reader.rows(
      'applications',
      'FROM applications WHERE id IN (SELECT CAST(value AS BIGINT) FROM json_each(?))',
      JSON.stringify(ids),
    );
  }

  byBot(botId: Snowflake): Promise<Application | null> {
    return this.reader.row('applications', 'FROM applications WHERE bot_id = ?', botId);
  }

  list(): Promise<Application[]> {
    return this.reader.rows('applications', 'FROM applications ORDER BY id');
  }

  create(application: Application, bot: NewAccount | null, icon: GuildImage | null): Promise<void> {
    const writes = [
      ...(bot === null ? [] : newAccountWrites(bot)),
      put('applications', application),
      ...imageWrites({ kind: 'icons', ownerId: application.id, before: null, after: icon }),
    ];
    return this.writer.commit(writes, {}, { conditions: bot === null ? [] : [nameIsFree(bot.account)] });
  }

  change(before: Application, after: Application, icon?: GuildImage | null): Promise<void> {
    const writes = [
      put('applications', after),
      ...imageWrites({ kind: 'icons', ownerId: before.id, before: before.icon, after: icon }),
    ];
    return this.writer.commit(writes, {}, { conditions: [unchanged('applications', before)] });
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
