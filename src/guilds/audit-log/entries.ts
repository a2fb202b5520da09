import type { Snowflake } from '../../protocol/snowflake.js';
import type { Decision } from '../events.js';
import type { RuleContext } from '../state.js';
import type { AuditEntry } from './entry.js';

/** Whose doing a change is, for the audit log. */
export interface AuditedBy {
  readonly userId: Snowflake;
  /** why, as the request says (docs/rest.md, Audit log); null: it does not */
  readonly reason: string | null;
}

/** The entries of the audit log that a decision states, so that both are stored or neither is. */
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
