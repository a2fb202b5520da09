import { isDeepStrictEqual } from 'node:util';
import type { AuditLogChange } from '../../protocol/objects/audit-log.js';

/** Names under which the log tells some fields. */
const KEYS: Readonly<Record<string, string>> = { icon: 'icon_hash', splash: 'splash_hash' };

/**
 * What changed from one value to another, field by field.
 *
 * @param before null: it is made now
 * @param after null: it is gone
 * @param fields which of their fields count
 */
export function differences<Value extends object>(
  before: Value | null,
  after: Value | null,
  fields: readonly (keyof Value & string)[],
): AuditLogChange[] {
  const changes: AuditLogChange[] = [];
  for (const field of fields) {
    const old = before?.[field] ?? undefined;
    const now = after?.[field] ?? undefined;
    if (isDeepStrictEqual(old, now)) continue;
    changes.push({
      key: KEYS[field] ?? field,
      ...(old !== undefined && { old_value: old }),
      ...(now !== undefined && { new_value: now }),
    });
  }
  return changes;
}
