import type { AuditEntry } from '../../guilds/audit-log/entry.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { AuditLogFilter, AuditLogStore } from '../guilds.js';
import type { SqlValue } from './bound-statement.js';
import type { Reader } from './reader.js';
import { auditEntryFromRow } from './records/audit-rows.js';

/** Audit logs in the table `audit_log`. */
export class SqlAuditLogStore implements AuditLogStore {
  constructor(private readonly reader: Reader) {}

  async page(guildId: Snowflake, filter: AuditLogFilter, limit: number): Promise<AuditEntry[]> {
    const values: SqlValue[] = [guildId];
    let conditions = 'guild_id = ?';
    // Each condition is only there if it is needed: one that may be left out could not be searched by an index.
    const require = (condition: string, value: SqlValue) => {
      if (value === null) return;
      conditions += ` AND ${condition}`;
      values.push(value);
    };
    require('user_id = ?', filter.userId);
    require('action_type = ?', filter.actionType);
    require('id < CAST(? AS BIGINT)', filter.before);
    const source = `FROM audit_log WHERE ${conditions} ORDER BY id DESC LIMIT ?`;
    return (await this.reader.rows('audit_log', source, ...values, limit)).map(auditEntryFromRow);
  }
}
