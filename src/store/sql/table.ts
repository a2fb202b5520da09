import { toSnakeCase } from '../../platform/text/case.js';

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

/** A column whose name is not its field's in snake case, or that is not part of the record. */
interface ExceptionalColumn<Kind extends ColumnKind> {
  readonly kind: Kind;
  readonly name?: string;
  readonly isOwner?: true;
}

/**
 * The column of each field of a row, in the order of statements; JSON that is null is stored as JSON. `owner` is the id
 * of the object that the row belongs to, which its record does not repeat.
 */
type ColumnsOf<Row, Stored> = {
  readonly [Field in keyof Row & string]: Field extends keyof Stored
    ? KindOf<NonNullable<Row[Field]>> | ExceptionalColumn<KindOf<NonNullable<Row[Field]>>>
    : 'owner' | Required<Omit<ExceptionalColumn<KindOf<NonNullable<Row[Field]>>>, 'name'>>;
};

/** A row of a table as the values of its columns. */
export type RowValues = readonly unknown[];

/** Guilds have up to 100,000 members, most of them without roles. */
const EMPTY_LIST: readonly unknown[] = Object.freeze([]);

/**
 * A table: its columns and its key. Each database makes its own statements of it. A row is what is written, in domain
 * terms; a record is what is read: the row without its owner.
 */
export class Table<Row extends object, Stored extends object = Row> {
  /** their names in the database */
  readonly columns: readonly string[];
  readonly key: readonly string[];
  /** the columns that are not part of the key */
  readonly otherColumns: readonly string[];
  /** the position of each column of the key */
  readonly #keyIndexes: readonly number[];
  readonly #kinds: ReadonlyMap<string, ColumnKind>;
  readonly #fields: readonly string[];
  readonly #build: (values: RowValues) => object;

  constructor(
    readonly name: string,
    key: readonly (keyof Row & string)[],
    columns: ColumnsOf<Row, Stored>,
  ) {
    const declared = Object.entries<ColumnKind | 'owner' | ExceptionalColumn<ColumnKind>>(columns).map(
      ([field, column]) => {
        const name = toSnakeCase(field);
        if (column === 'owner') return { field, name, kind: 'id' as const, isOwner: true };
        return typeof column === 'string' ? { field, name, kind: column } : { field, name, ...column };
      },
    );
    this.#fields = declared.map(({ field }) => field);
    this.#kinds = new Map(declared.map(({ name, kind }) => [name, kind]));
    this.#keyIndexes = key.map((field) => this.#fields.indexOf(field));
    this.columns = declared.map(({ name }) => name);
    this.key = key.map((field) => this.columns[this.#fields.indexOf(field)] ?? field);
    this.otherColumns = this.columns.filter((column) => !this.key.includes(column));
    this.#build = builderOf(declared.map(({ field, isOwner }) => (isOwner === true ? null : field)));
  }

  kindOf(column: string): ColumnKind {
    return this.#kinds.get(column) ?? 'text';
  }

  /**
   * The values of a row; other fields are ignored.
   *
   * @param rest has the fields that are not in `part`
   */
  valuesOf(part: Partial<Row>, rest: Partial<Row> = part): RowValues {
    // With `push`: JSON.stringify is slower on what `map` returns, whose kind of elements may have holes.
    const values: unknown[] = [];
    const first = part as Readonly<Record<string, unknown>>;
    const second = rest as Readonly<Record<string, unknown>>;
    for (const field of this.#fields) {
      const value = first[field];
      values.push(value === undefined ? second[field] : value);
    }
    return values;
  }

  /** The values of a key, in its order. */
  keyOf(values: RowValues): unknown[] {
    const key: unknown[] = [];
    for (const index of this.#keyIndexes) key.push(values[index]);
    return key;
  }

  /** A key as text, which differs from that of every other key. */
  keyText(values: RowValues): string {
    const [first, second] = this.#keyIndexes;
    return first !== undefined && second === undefined
      ? String(values[first])
      : JSON.stringify(this.keyOf(values));
  }

  /** A field of a row. */
  fieldOf<Field extends keyof Row & string>(values: RowValues, field: Field): Row[Field] {
    return values[this.#fields.indexOf(field)] as Row[Field];
  }

  /** The record of a row. */
  toRecord(values: RowValues): Stored {
    return this.#build(values) as Stored;
  }
}

/**
 * A function that makes objects of values. They come from a separate constructor: V8 makes them as small as literals,
 * unlike objects whose fields are added one by one.
 *
 * @param fields of each value; null: it is left out
 */
function builderOf(fields: readonly (string | null)[]): (values: RowValues) => object {
  function PlainObject(this: Record<string, unknown>, ...values: unknown[]) {
    for (let index = 0; index < fields.length; index++) {
      const field = fields[index];
      const value = values[index];
      if (typeof field !== 'string') continue;
      this[field] = Array.isArray(value) && value.length === 0 ? EMPTY_LIST : value;
    }
  }
  PlainObject.prototype = Object.prototype;
  return (values) => Reflect.construct(PlainObject, values);
}
