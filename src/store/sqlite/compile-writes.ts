import type { SqlValue } from '../sql/bound-statement.js';
import { groupWrites, type WriteGroup } from '../sql/write-groups.js';
import { SWEEPS, type Write } from '../sql/writes.js';
import { STATEMENTS } from './statements.js';

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
      return { sql, values: [statements.rowsText(group.rows)] };
    }
    case 'remove':
      return { sql: STATEMENTS[group.table].removeSql, values: [JSON.stringify(group.keys)] };
    case 'sweep':
      return { sql: SWEEPS[group.sweep], values: [group.value] };
  }
}
