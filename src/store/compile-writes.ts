import type { SqlValue } from './database.js';
import type { Table } from './table.js';
import { TABLES, type TableName } from './tables.js';
import { SWEEPS, type Write } from './writes.js';

export interface BoundStatement {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

const NAMES = Object.keys(TABLES) as TableName[];

/**
 * Turns changes into as few statements as keep their meaning. Puts commute with each other (the last one of a key wins,
 * parents go first), so all puts up to the next removal are one statement a table; removals follow, and a put after a
 * removal opens a new segment.
 */
export function compileWrites(writes: Iterable<Write>): BoundStatement[] {
  const statements: BoundStatement[] = [];
  let segment = new Segment();
  for (const write of writes) {
    if (write.kind === 'put' && segment.hasRemovals) {
      statements.push(...segment.statements());
      segment = new Segment();
    }
    segment.add(write);
  }
  statements.push(...segment.statements());
  return statements;
}

class Segment {
  hasRemovals = false;
  readonly #puts = new Map<TableName, Map<string, unknown[]>>();
  readonly #removals = new Map<TableName, unknown[][]>();
  readonly #sweeps: BoundStatement[] = [];

  add(write: Write): void {
    if (write.kind === 'put') {
      const table = tableOf(write.table);
      const rows = entry(this.#puts, write.table, () => new Map<string, unknown[]>());
      rows.set(JSON.stringify(table.keyOf(write.row)), table.values(write.row));
      return;
    }
    this.hasRemovals = true;
    if (write.kind === 'sweep') {
      this.#sweeps.push({ sql: SWEEPS[write.sweep], values: [write.value] });
    } else {
      entry(this.#removals, write.table, () => []).push(tableOf(write.table).keyOf(write.key));
    }
  }

  *statements(): Iterable<BoundStatement> {
    for (const name of NAMES) {
      const rows = this.#puts.get(name);
      if (rows === undefined) continue;
      yield { sql: TABLES[name].putSql, values: [JSON.stringify([...rows.values()])] };
    }
    for (const [name, keys] of this.#removals) {
      yield { sql: TABLES[name].removeSql, values: [JSON.stringify(keys)] };
    }
    yield* this.#sweeps;
  }
}

/** `put` and `remove` let only rows of the table through, which a union of tables cannot express. */
function tableOf(name: TableName): Table<object> {
  return TABLES[name] as unknown as Table<object>;
}

function entry<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
}
