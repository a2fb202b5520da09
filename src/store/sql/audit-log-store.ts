import type { AuditChange, AuditEntry, AuditOptions } from '../../guilds/audit-log/entry.js';
import { toCamelCase, toSnakeCase } from '../../platform/text/case.js';
import type { AuditLogChange, AuditLogOptions } from '../../protocol/objects/audit-log.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { AuditLogFilter, AuditLogStore } from '../guilds.js';
import type { Reader, SqlValue } from './reader.js';
import type { StoredAuditEntry } from './tables.js';

/** Fields that the log stores under another name: for images, the hash is stored. */
const STORED_NAMES: Readonly<Record<string, string>> = { icon: 'icon_hash', splash: 'splash_hash' };
const FIELD_NAMES = Object.fromEntries(Object.entries(STORED_NAMES).map(([field, key]) => [key, field]));

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
    return (await this.reader.rows('audit_log', source, ...values, limit)).map(fromStored);
  }
}

function fromStored(entry: StoredAuditEntry): AuditEntry {
  return {
    ...entry,
    changes: entry.changes.map(changeFromStored),
    options: entry.options === null ? null : (renamed(entry.options, toCamelCase) as AuditOptions),
  };
}

/** An entry as it is stored. */
export function toStoredEntry(entry: AuditEntry): StoredAuditEntry {
  return {
    ...entry,
    changes: entry.changes.map(toStoredChange),
    options: entry.options === null ? null : (renamed(entry.options, toSnakeCase) as AuditLogOptions),
  };
}

function changeFromStored({ key, old_value, new_value }: AuditLogChange): AuditChange {
  return {
    field: FIELD_NAMES[key] ?? toCamelCase(key),
    ...(old_value !== undefined && { before: old_value }),
    ...(new_value !== undefined && { after: new_value }),
  };
}

function toStoredChange({ field, before, after }: AuditChange): AuditLogChange {
  return {
    key: STORED_NAMES[field] ?? toSnakeCase(field),
    ...(before !== undefined && { old_value: before }),
    ...(after !== undefined && { new_value: after }),
  };
}

function renamed(value: object, rename: (name: string) => string): object {
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [rename(name), one]));
}
