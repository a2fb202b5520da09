import { isDeepStrictEqual } from 'node:util';
import type { AuditChange } from './entry.js';

/**
 * The fields that differ between two values.
 *
 * @param before null: the value is created
 * @param after null: the value is deleted
 * @param fields the fields to compare
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
