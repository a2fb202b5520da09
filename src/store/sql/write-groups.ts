import { TABLES, type TableName, tableOf } from './tables.js';
import type { SweepName, Write } from './writes.js';

/** Writes of one kind to one table, which are one statement. */
export type WriteGroup =
  | { readonly kind: 'put' | 'update'; readonly table: TableName; readonly rows: Iterable<object> }
  | { readonly kind: 'remove'; readonly table: TableName; readonly keys: readonly (readonly unknown[])[] }
  | { readonly kind: 'sweep'; readonly sweep: SweepName; readonly value: string | number };

const NAMES = Object.keys(TABLES) as TableName[];

/**
 * Groups changes into as few statements as possible with the same effect. Puts and updates commute with each other
 * (the last one of a key wins, parents are written first), so all puts up to the next removal are one statement for
 * each table, and all updates another; removals follow, and a put or update after a removal opens a new segment.
 */
export function groupWrites(writes: Iterable<Write>): WriteGroup[] {
  const groups: WriteGroup[] = [];
  let segment = new Segment();
  for (const write of writes) {
    if ((write.kind === 'put' || write.kind === 'update') && segment.hasRemovals) {
      groups.push(...segment.groups());
      segment = new Segment();
    }
    segment.add(write);
  }
  groups.push(...segment.groups());
  return groups;
}

/** Rows by table and key. */
type RowsByTable = Map<TableName, Map<string, object>>;

class Segment {
  hasRemovals = false;
  readonly #puts: RowsByTable = new Map();
  readonly #updates: RowsByTable = new Map();
  readonly #removals = new Map<TableName, unknown[][]>();
  readonly #sweeps: WriteGroup[] = [];

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
    if (write.kind === 'sweep') this.#sweeps.push(write);
    else entry(this.#removals, write.table, () => []).push(tableOf(write.table).keyOf(write.key));
  }

  *groups(): Iterable<WriteGroup> {
    for (const table of NAMES) {
      const puts = this.#puts.get(table);
      if (puts !== undefined) yield { kind: 'put', table, rows: puts.values() };
      const updates = this.#updates.get(table);
      if (updates !== undefined && updates.size > 0) {
        yield { kind: 'update', table, rows: updates.values() };
      }
    }
    for (const [table, keys] of this.#removals) yield { kind: 'remove', table, keys };
    yield* this.#sweeps;
  }
}

function entry<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
}
