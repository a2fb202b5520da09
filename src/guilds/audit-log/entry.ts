import type { AuditLogAction } from '../../protocol/objects/audit-log.js';
import type { Snowflake } from '../../protocol/snowflake.js';

/** One value that changed; `before` and `after` are absent where there was, or is, none. */
export interface AuditChange {
  /** a field of the domain object, or `$add` and `$remove` of a member's roles */
  readonly field: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

/** What else the audit log says of some actions; numbers are text. */
export interface AuditOptions {
  /** of a prune */
  readonly deleteMemberDays?: string;
  readonly membersRemoved?: string;
  /** of deleted messages: where they were, and how many */
  readonly channelId?: Snowflake;
  readonly count?: string;
  /** whom an overwrite is for */
  readonly id?: Snowflake;
  readonly type?: string;
  readonly roleName?: string;
}

/** An entry of the audit log, without its author and reason. */
export interface AuditEntry {
  readonly id: Snowflake;
  readonly userId: Snowflake;
  readonly action: AuditLogAction;
  readonly targetId: Snowflake | null;
  readonly changes: readonly AuditChange[];
  readonly options: AuditOptions | null;
  readonly reason: string | null;
}

/** One thing that a rule states for the audit log, before it is known who did it and why. */
export interface AuditedAction {
  readonly action: AuditLogAction;
  readonly targetId: Snowflake | null;
  readonly changes?: readonly AuditChange[];
  readonly options?: AuditOptions;
}
