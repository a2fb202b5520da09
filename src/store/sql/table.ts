/**
 * What a column contains: an id (decimal text here, a 64-bit integer in the database), a boolean, JSON text, text, or an
 * integer.
 */
export type ColumnKind = 'id' | 'boolean' | 'json' | 'text' | 'integer';

/** The kinds of columns that a field of a row can be stored in. */
type KindOf<Value> = [Value] extends [boolean]
  ? 'boolean'
  : [Value] extends [number]
    ? 'integer'
    : [Value] extends [string]
      ? 'id' | 'text'
      : 'json';

/** The kind of each column; JSON that is null is stored as JSON. */
type KindsOf<Row> = {
  readonly [Column in keyof Row & string]: KindOf<NonNullable<Row[Column]>>;
};

/** A table: its columns and its key. Each database makes its own statements of it. */
export class Table<Row extends object> {
  readonly columns: readonly string[];
  readonly key: readonly string[];
  readonly #kinds: Readonly<Record<string, ColumnKind>>;

  constructor(
    readonly name: string,
    key: readonly (keyof Row & string)[],
    kinds: KindsOf<Row>,
  ) {
    this.key = key;
    this.#kinds = kinds;
    this.columns = Object.keys(kinds);
  }

  kindOf(column: string): ColumnKind {
    return this.#kinds[column] ?? 'text';
  }

  /** The columns that are not part of the key. */
  get otherColumns(): readonly string[] {
    return this.columns.filter((column) => !this.key.includes(column));
  }

  /** The values of a key, in its order. */
  keyOf(row: Partial<Row>): unknown[] {
    const fields = row as Readonly<Record<string, unknown>>;
    return this.key.map((column) => fields[column]);
  }

  /** A key as text, which differs from that of every other key. */
  keyText(row: Row): string {
    const [first, second] = this.key;
    return first !== undefined && second === undefined
      ? String(row[first as keyof Row])
      : JSON.stringify(this.keyOf(row));
  }

  /** With `push`: JSON.stringify is slower on what `map` returns, whose kind of elements may have holes. */
  valuesOf(row: Row): unknown[] {
    const values: unknown[] = [];
    const fields = row as Readonly<Record<string, unknown>>;
    for (const column of this.columns) values.push(fields[column]);
    return values;
  }
}
