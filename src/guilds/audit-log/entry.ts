import type { AuditLogAction } from '../../protocol/objects/audit-log.js';
import type { Snowflake } from '../../protocol/snowflake.js';

/** A changed value; `before` and `after` are absent if there was, or is, none. */
export interface AuditChange {
  /** a field of the domain object, or `$add` and `$remove` of a member's roles */
  readonly field: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

/** Additional data of some actions; numbers are strings. */
export interface AuditOptions {
  /** of a prune */
  readonly deleteMemberDays?: string;
  readonly membersRemoved?: string;
  /** of deleted messages: their channel, and their number */
  readonly channelId?: Snowflake;
  readonly count?: string;
  /** the target of an overwrite */
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

/** An action stated by a rule, without its author and reason. */
export interface AuditedAction {
  readonly action: AuditLogAction;
  readonly targetId: Snowflake | null;
  readonly changes?: readonly AuditChange[];
  readonly options?: AuditOptions;
}
