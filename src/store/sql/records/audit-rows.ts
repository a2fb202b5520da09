import type { AuditChange, AuditEntry, AuditOptions } from '../../../guilds/audit-log/entry.js';
import { toCamelCase, toSnakeCase } from '../../../platform/text/case.js';
import type { AuditLogChange, AuditLogOptions } from '../../../protocol/objects/audit-log.js';
import type { Snowflake } from '../../../protocol/snowflake.js';
import type { AuditLogRow } from '../rows/guilds.js';

/** Fields that the log stores under another name: for images, the hash is stored. */
const STORED_NAMES: Readonly<Record<string, string>> = { icon: 'icon_hash', splash: 'splash_hash' };
const FIELD_NAMES = Object.fromEntries(Object.entries(STORED_NAMES).map(([field, key]) => [key, field]));

export function auditEntryFromRow(row: AuditLogRow): AuditEntry {
  return {
    id: row.id,
    userId: row.user_id,
    action: row.action_type,
    targetId: row.target_id,
    changes: row.changes.map(changeFromRow),
    options: row.options === null ? null : (renamed(row.options, toCamelCase) as AuditOptions),
    reason: row.reason,
  };
}

export function auditLogRow(guildId: Snowflake, entry: AuditEntry): AuditLogRow {
  return {
    id: entry.id,
    guild_id: guildId,
    user_id: entry.userId,
    action_type: entry.action,
    target_id: entry.targetId,
    changes: entry.changes.map(changeRow),
    options: entry.options === null ? null : (renamed(entry.options, toSnakeCase) as AuditLogOptions),
    reason: entry.reason,
  };
}

function changeFromRow({ key, old_value, new_value }: AuditLogChange): AuditChange {
  return {
    field: FIELD_NAMES[key] ?? toCamelCase(key),
    ...(old_value !== undefined && { before: old_value }),
    ...(new_value !== undefined && { after: new_value }),
  };
}

function changeRow({ field, before, after }: AuditChange): AuditLogChange {
  return {
    key: STORED_NAMES[field] ?? toSnakeCase(field),
    ...(before !== undefined && { old_value: before }),
    ...(after !== undefined && { new_value: after }),
  };
}

function renamed(value: object, rename: (name: string) => string): object {
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [rename(name), one]));
}
