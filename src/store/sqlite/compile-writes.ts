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
 * Compiles changes into as few statements as possible with the same effect. Puts and updates commute with each other
 * (the last one of a key wins, parents are written first), so all puts up to the next removal are one statement for
 * each table, and all updates another; removals follow, and a put or update after a removal opens a new segment.
 */
export function compileWrites(writes: Iterable<Write>): BoundStatement[] {
  const statements: BoundStatement[] = [];
  let segment = new Segment();
  for (const write of writes) {
    if ((write.kind === 'put' || write.kind === 'update') && segment.hasRemovals) {
      statements.push(...segment.statements());
      segment = new Segment();
    }
    segment.add(write);
  }
  statements.push(...segment.statements());
  return statements;
}

/** Rows by table and key. */
type RowsByTable = Map<TableName, Map<string, object>>;

class Segment {
  hasRemovals = false;
  readonly #puts: RowsByTable = new Map();
  readonly #updates: RowsByTable = new Map();
  readonly #removals = new Map<TableName, unknown[][]>();
  readonly #sweeps: BoundStatement[] = [];

  add(write: Write): void {
    if (write.kind === 'put' || write.kind === 'update') {
      const key = tableOf(write.table).keyText(write.row);
      // A row that this segment puts exists, so its update becomes another put.
      const isPut = write.kind === 'put' || (this.#puts.get(write.table)?.has(key) ?? false);
      if (isPut) this.#updates.get(write.table)?.delete(key);
      const rows = entry(isPut ? this.#puts : this.#updates, write.table, () => new Map<string, object>());
      rows.set(key, write.row);
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
      const table = tableOf(name);
      const puts = this.#puts.get(name);
      if (puts !== undefined) yield { sql: table.putSql, values: [table.rowsText(puts.values())] };
      const updates = this.#updates.get(name);
      if (updates !== undefined && updates.size > 0) {
        yield { sql: table.updateSql, values: [table.rowsText(updates.values())] };
      }
    }
    for (const [name, keys] of this.#removals) {
      yield { sql: TABLES[name].removeSql, values: [JSON.stringify(keys)] };
    }
    yield* this.#sweeps;
  }
}

/** `put`, `update` and `remove` accept only rows of the table, which a union of tables cannot express. */
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
