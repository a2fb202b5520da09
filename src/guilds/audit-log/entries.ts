import type { Snowflake } from '../../protocol/snowflake.js';
import type { Decision } from '../events.js';
import type { RuleContext } from '../state.js';
import type { AuditEntry } from './entry.js';

/** Who made a change, for the audit log. */
export interface AuditedBy {
  readonly userId: Snowflake;
  /** the reason in the request (docs/rest.md, Audit log); null: none */
  readonly reason: string | null;
}

/** The audit log entries of a decision, stored together with its changes. */
export function auditEntries(
  { audit = [], reason }: Decision<unknown>,
  by: AuditedBy,
  context: RuleContext,
): AuditEntry[] {
  return audit.map(({ action, targetId, changes = [], options = null }) => ({
    id: context.nextId(),
    userId: by.userId,
    action,
    targetId,
    changes,
    options,
    reason: by.reason ?? reason ?? null,
  }));
}
