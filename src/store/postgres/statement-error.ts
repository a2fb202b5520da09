import { type Conflict, StoreError } from '../errors.js';
import { WRITER_UNKNOWN } from './commit-log.js';
import { type BoundStatement, REQUIREMENT_NOT_MET } from './compile-writes.js';
import { CONNECTION_LOST, type Connection } from './connection.js';

/** A transaction may be carried out when it is repeated: it conflicted with another, or its connection was lost. */
const REPEATABLE: ReadonlySet<string> = new Set(['40001', '40P01', WRITER_UNKNOWN, CONNECTION_LOST]);

/** Classes of errors of a change itself: its values, the constraints of the schema, and limits such as that of an index. */
const REFUSALS: ReadonlySet<string> = new Set(['22', '23', '54']);

/** The first statement of a transaction that failed; the transaction was not committed. */
export class StatementError extends StoreError {
  override readonly name = 'StatementError';

  /** @param conflict of a requirement that is not met; null: it failed for another reason */
  constructor(
    cause: StoreError,
    readonly conflict: Conflict | null,
  ) {
    super(cause.message, cause.code);
  }

  /** Whether it breaks the schema, or has a value that cannot be stored. */
  get isRefusal(): boolean {
    return REFUSALS.has(this.code.slice(0, 2));
  }
}

/** Whether a transaction that failed may succeed when it is repeated. */
export function isRepeatable(error: unknown): boolean {
  return error instanceof StoreError && REPEATABLE.has(error.code);
}

/** Sends statements at once. @returns the failure of the first that failed */
export async function failureOf(
  connection: Connection,
  statements: readonly BoundStatement[],
): Promise<StatementError | null> {
  const results = await Promise.allSettled(
    statements.map(({ text, values }) => connection.query(text, values)),
  );
  for (const [index, result] of results.entries()) {
    if (result.status === 'fulfilled') continue;
    const error: unknown = result.reason;
    if (!(error instanceof StoreError)) throw error;
    const conflict = error.code === REQUIREMENT_NOT_MET ? statements[index]?.conflict : undefined;
    return new StatementError(error, conflict ?? null);
  }
  return null;
}
