import type { RowValues } from './table.js';
import { type RowOf, TABLE_NAMES, type TableName, tableOf } from './tables.js';

/** Removals of several rows by a condition. Each takes one value. */
export const SWEEPS = {
  /** all tokens that derive from one authorization code */
  tokensOfChain: 'DELETE FROM tokens WHERE chain = ?',
  refreshTokensOfGrant: "DELETE FROM tokens WHERE grant_id = ? AND kind = 'refresh'",
  codesOfGrant: 'DELETE FROM authorization_codes WHERE grant_id = ?',
  /** takes the current time: milliseconds since the Unix epoch */
  expiredTokens: 'DELETE FROM tokens WHERE expires_at <= ?',
  expiredCodes: 'DELETE FROM authorization_codes WHERE expires_at <= ?',
  /** takes the latest creation time of grants to remove: milliseconds since the Unix epoch */
  expiredOnceGrants: 'DELETE FROM grants WHERE once = 1 AND created_at <= ?',
  iconsOfApplication: "DELETE FROM images WHERE kind = 'icons' AND owner_id = ?",
  reactionsOfMessage: 'DELETE FROM reactions WHERE message_id = ?',
  expiredRpcTokens: 'DELETE FROM rpc_tokens WHERE expires_at <= ?',
} as const;

export type SweepName = keyof typeof SWEEPS;

/** A write to the store. Created with `put`, `update`, `remove` and `sweep`. */
export type Write =
  | { readonly kind: 'put'; readonly table: TableName; readonly row: RowValues }
  | { readonly kind: 'update'; readonly table: TableName; readonly row: RowValues }
  | { readonly kind: 'remove'; readonly table: TableName; readonly key: readonly unknown[] }
  | { readonly kind: 'sweep'; readonly sweep: SweepName; readonly value: string | number };

/**
 * Inserts a row, or replaces the one with the same key.
 *
 * @param rest has the fields that are not in `part`
 */
export function put<Name extends TableName>(table: Name, row: RowOf<Name>): Write;
export function put<Name extends TableName, Part extends Partial<RowOf<Name>>>(
  table: Name,
  part: Part,
  rest: Omit<RowOf<Name>, keyof Part>,
): Write;
export function put(table: TableName, part: object, rest?: object): Write {
  return { kind: 'put', table, row: tableOf(table).valuesOf(part, rest) };
}

/** Replaces the row with the same key if it exists: a row that another change removed is not stored again. */
export function update<Name extends TableName>(table: Name, row: RowOf<Name>): Write;
export function update<Name extends TableName, Part extends Partial<RowOf<Name>>>(
  table: Name,
  part: Part,
  rest: Omit<RowOf<Name>, keyof Part>,
): Write;
export function update(table: TableName, part: object, rest?: object): Write {
  return { kind: 'update', table, row: tableOf(table).valuesOf(part, rest) };
}

/** Removes the row with this key, and what belongs to it, if it exists. */
export function remove<Name extends TableName>(table: Name, key: Partial<RowOf<Name>>): Write {
  const described = tableOf(table);
  return { kind: 'remove', table, key: described.keyOf(described.valuesOf(key)) };
}

export function sweep(name: SweepName, value: string | number): Write {
  return { kind: 'sweep', sweep: name, value };
}

/** Writes of one kind to one table, which are one statement. */
export type WriteGroup =
  | { readonly kind: 'put' | 'update'; readonly table: TableName; readonly rows: Iterable<RowValues> }
  | { readonly kind: 'remove'; readonly table: TableName; readonly keys: readonly (readonly unknown[])[] }
  | { readonly kind: 'sweep'; readonly sweep: SweepName; readonly value: string | number };

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
type RowsByTable = Map<TableName, Map<string, RowValues>>;

class Segment {
  hasRemovals = false;
  readonly #puts: RowsByTable = new Map();
  readonly #updates: RowsByTable = new Map();
  readonly #removals = new Map<TableName, (readonly unknown[])[]>();
  readonly #sweeps: WriteGroup[] = [];

  add(write: Write): void {
    if (write.kind === 'put' || write.kind === 'update') {
      const key = tableOf(write.table).keyText(write.row);
      // A row that this segment puts exists, so its update becomes another put.
      const isPut = write.kind === 'put' || (this.#puts.get(write.table)?.has(key) ?? false);
      if (isPut) this.#updates.get(write.table)?.delete(key);
      const rows = entry(isPut ? this.#puts : this.#updates, write.table, () => new Map<string, RowValues>());
      rows.set(key, write.row);
      return;
    }
    this.hasRemovals = true;
    if (write.kind === 'sweep') this.#sweeps.push(write);
    else entry(this.#removals, write.table, () => []).push(write.key);
  }

  *groups(): Iterable<WriteGroup> {
    for (const table of TABLE_NAMES) {
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
