import type { OperationData } from '#guildhall/api/rest/operation.js';
import { bodySchema } from './body-schema.js';
import type { Row } from './rows.js';
import type { World } from './world.js';

/** How often a field must be refused with an inner code, at least: `channels.*.name BASE_TYPE_BAD_LENGTH` → 2. */
export type FieldDemands = Map<string, number>;

/** What the declared query and body of an operation refuse: each field's type, presence and each of its limits. */
export function fieldDemands(operation: Pick<OperationData, 'query' | 'body'>): FieldDemands {
  const { query } = operation;
  const body = bodySchema(operation);
  const demands: FieldDemands = new Map();
  for (const [name, schema] of Object.entries(query?.properties ?? {})) {
    // All that a query has is text.
    for (const code of codesOf(schema)) {
      if (code !== TYPE_CODES.string) demand(demands, [name], code);
    }
  }
  for (const name of query?.required ?? []) demand(demands, [name], 'BASE_TYPE_REQUIRED');
  if (body !== null) walk(demands, [], body);
  return demands;
}

/** What the rows of an operation refuse of that. */
export function refusedFields<W extends World>(rows: readonly Row<W>[]): FieldDemands {
  const refused: FieldDemands = new Map();
  for (const [path, code] of rows.flatMap(({ fields = {} }) => Object.entries(fields))) {
    const names = path === '' ? [] : path.split('.');
    demand(
      refused,
      names.map((name) => (/^\d+$/.test(name) ? '*' : name)),
      code,
    );
  }
  return refused;
}

/** A JSON schema, as far as bodies use it. */
interface Schema {
  readonly type?: string;
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
}

const TYPE_CODES: Readonly<Record<string, string>> = {
  integer: 'NUMBER_TYPE_COERCE',
  string: 'STRING_TYPE_CONVERT',
  boolean: 'BOOLEAN_TYPE_CONVERT',
  array: 'LIST_TYPE_CONVERT',
  object: 'DICT_TYPE_CONVERT',
};

const LIMIT_CODES = {
  enum: 'BASE_TYPE_CHOICES',
  pattern: 'NUMBER_TYPE_COERCE',
  minimum: 'NUMBER_TYPE_MIN',
  maximum: 'NUMBER_TYPE_MAX',
  minLength: 'BASE_TYPE_BAD_LENGTH',
  maxLength: 'BASE_TYPE_BAD_LENGTH',
  minItems: 'BASE_TYPE_BAD_LENGTH',
  maxItems: 'BASE_TYPE_BAD_LENGTH',
} as const;

function walk(demands: FieldDemands, path: readonly string[], schema: Schema): void {
  const one = first(schema);
  for (const code of codesOf(one)) demand(demands, path, code);
  for (const name of one.required ?? []) demand(demands, [...path, name], 'BASE_TYPE_REQUIRED');
  for (const [name, property] of Object.entries(one.properties ?? {}))
    walk(demands, [...path, name], property);
  if (one.items !== undefined) walk(demands, [...path, '*'], one.items);
}

function codesOf(schema: Schema): string[] {
  const one = first(schema);
  const limits = Object.entries(LIMIT_CODES).flatMap(([keyword, code]) => (keyword in one ? code : []));
  return [TYPE_CODES[one.type ?? ''] ?? [], limits].flat();
}

/** Of a choice the first: the others are null, or the same written otherwise. */
function first({ anyOf, ...schema }: Schema): Schema {
  return anyOf?.[0] ?? schema;
}

function demand(demands: FieldDemands, path: readonly string[], code: string): void {
  const key = `${path.join('.') || 'the body'} ${code}`;
  demands.set(key, (demands.get(key) ?? 0) + 1);
}
