import type { AuditChange, AuditEntry, AuditOptions } from '../../../guilds/audit-log/entry.js';
import { toSnakeCase } from '../../../platform/case.js';
import type { AuditLogChange, AuditLogEntry, AuditLogOptions } from '../../../protocol/objects/audit-log.js';

/** Fields whose names in the audit log differ from those in the objects: for images, the log has the hash. */
const KEYS: Readonly<Record<string, string>> = { icon: 'icon_hash', splash: 'splash_hash' };

/** An entry of the audit log (docs/rest.md, Objects). */
export function auditLogEntryObject(entry: AuditEntry): AuditLogEntry {
  const { id, userId, action, targetId, changes, options, reason } = entry;
  return {
    id,
    user_id: userId,
    action_type: action,
    target_id: targetId,
    ...(changes.length > 0 && { changes: changes.map(changeObject) }),
    ...(options !== null && { options: optionsObject(options) }),
    ...(reason !== null && { reason }),
  };
}

function changeObject({ field, before, after }: AuditChange): AuditLogChange {
  return {
    key: KEYS[field] ?? toSnakeCase(field),
    ...(before !== undefined && { old_value: before }),
    ...(after !== undefined && { new_value: after }),
  };
}

function optionsObject(options: AuditOptions): AuditLogOptions {
  const { deleteMemberDays, membersRemoved, channelId, count, id, type, roleName } = options;
  return {
    ...(deleteMemberDays !== undefined && { delete_member_days: deleteMemberDays }),
    ...(membersRemoved !== undefined && { members_removed: membersRemoved }),
    ...(channelId !== undefined && { channel_id: channelId }),
    ...(count !== undefined && { count }),
    ...(id !== undefined && { id }),
    ...(type !== undefined && { type }),
    ...(roleName !== undefined && { role_name: roleName }),
  };
}
