import type { SqlValue } from '../sql/reader.js';
import { groupWrites, SWEEPS, type Write, type WriteGroup } from '../sql/writes.js';
import { STATEMENTS } from './table-statements.js';

export interface BoundStatement {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

/** Compiles changes into as few statements as possible with the same effect. */
export function compileWrites(writes: Iterable<Write>): BoundStatement[] {
  return groupWrites(writes).map(compileGroup);
}

function compileGroup(group: WriteGroup): BoundStatement {
  switch (group.kind) {
    case 'put':
    case 'update': {
      const statements = STATEMENTS[group.table];
      const sql = group.kind === 'put' ? statements.putSql : statements.updateSql;
      return { sql, values: [JSON.stringify([...group.rows])] };
    }
    case 'remove':
      return { sql: STATEMENTS[group.table].removeSql, values: [JSON.stringify(group.keys)] };
    case 'sweep':
      return { sql: SWEEPS[group.sweep], values: [group.value] };
  }
}
