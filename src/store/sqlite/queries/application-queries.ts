import type { Snowflake } from '../../../protocol/snowflake.js';
import type { Reader } from '../reader.js';
import type { ApplicationRow } from '../rows.js';

/** Reads of registered applications. */
export class ApplicationQueries {
  constructor(private readonly reader: Reader) {}

  byId(id: Snowflake): Promise<ApplicationRow | null> {
    return this.reader.row('applications', 'FROM applications WHERE id = ?', id);
  }

  byIds(ids: readonly Snowflake[]): Promise<ApplicationRow[]> {
    return this.reader.rows(
      'applications',
      'FROM applications WHERE id IN (SELECT CAST(value AS INTEGER) FROM json_each(?))',
      JSON.stringify(ids),
    );
  }

  byBot(botId: Snowflake): Promise<ApplicationRow | null> {
    return this.reader.row('applications', 'FROM applications WHERE bot_id = ?', botId);
  }

  /** all, oldest first */
  list(): Promise<ApplicationRow[]> {
    return this.reader.rows('applications', 'FROM applications ORDER BY id');
  }
}
