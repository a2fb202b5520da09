import type { AuditEntry } from '../../guilds/audit-log/entry.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { AuditLogFilter, AuditLogStore } from '../guilds.js';
import type { Reader } from './reader.js';
import { auditEntryFromRow } from './records/audit-rows.js';

/** Audit logs in the table `audit_log`. */
export class SqliteAuditLogStore implements AuditLogStore {
  constructor(private readonly reader: Reader) {}

  async page(guildId: Snowflake, filter: AuditLogFilter, limit: number): Promise<AuditEntry[]> {
    const rows = await this.reader.rows(
      'audit_log',
      `FROM audit_log WHERE guild_id = CAST(?1 AS INTEGER)
         AND (?2 IS NULL OR user_id = CAST(?2 AS INTEGER))
         AND (?3 IS NULL OR action_type = ?3)
         AND (?4 IS NULL OR id < CAST(?4 AS INTEGER))
       ORDER BY id DESC LIMIT ?5`,
      guildId,
      filter.userId,
      filter.actionType,
      filter.before,
      limit,
    );
    return rows.map(auditEntryFromRow);
  }
}
