import type { TSchema } from 'typebox';

/** An example of a value that a schema describes: what a person changes rather than types. Optional fields are left out. */
export function exampleOf(schema: TSchema): unknown {
  const { anyOf, const: only, enum: choices, type } = schema as Described;
  if (only !== undefined) return only;
  if (choices !== undefined) return choices[0];
  if (anyOf?.[0] !== undefined) return exampleOf(anyOf[0]);
  if (type === 'object') return exampleObject(schema as Described);
  return type === undefined ? {} : (SIMPLE[type] ?? null);
}

/** The parts of a JSON schema that an example needs. */
interface Described {
  readonly anyOf?: readonly TSchema[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly type?: string;
  readonly minimum?: number;
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly required?: readonly string[];
}

const SIMPLE: Readonly<Record<string, unknown>> = {
  string: '',
  integer: 0,
  number: 0,
  boolean: false,
  array: [],
  null: null,
};

function exampleObject({ properties = {}, required = [] }: Described): object {
  const entries = Object.entries(properties).filter(([name]) => required.includes(name));
  return Object.fromEntries(entries.map(([name, field]) => [name, exampleOf(field)]));
}
