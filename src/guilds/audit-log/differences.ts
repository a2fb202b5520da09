import { isDeepStrictEqual } from 'node:util';
import type { AuditChange } from './entry.js';

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
): AuditChange[] {
  const changes: AuditChange[] = [];
  for (const field of fields) {
    const old = before?.[field] ?? undefined;
    const now = after?.[field] ?? undefined;
    if (isDeepStrictEqual(old, now)) continue;
    changes.push({
      field,
      ...(old !== undefined && { before: old }),
      ...(now !== undefined && { after: now }),
    });
  }
  return changes;
}
