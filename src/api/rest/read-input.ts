import type { TObject, TSchema } from 'typebox';
import type { InputReader } from '../../protocol/declaration/input-reader.js';
import type { LocatedFieldError } from '../../protocol/rest/field-errors.js';
import { isSnowflake } from '../../protocol/snowflake.js';
import { isStorableText } from '../../protocol/storable-text.js';
import { RestError } from '../core/errors.js';
import { schemaReader } from '../versions/schema-reader.js';
import type { ApiVersion } from '../versions/version.js';
import type { OperationData } from './operation.js';

/** Checks the ids in the path, and that the rest can be stored. */
export function readParams(params: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const wrong: LocatedFieldError[] = [];
  for (const name in params) {
    const value = params[name] ?? '';
    if (!isStorableText(value)) throw new RestError('BAD_REQUEST');
    if (!name.endsWith('_id') || isSnowflake(value)) continue;
    wrong.push({ path: [name], code: 'NUMBER_TYPE_COERCE', message: 'Value is not snowflake.' });
  }
  if (wrong.length > 0) throw new RestError('INVALID_FORM_BODY', wrong);
  return params;
}

/** Creates the reader of an operation's query, whose values arrive as text. */
export function queryReader({ query }: OperationData): InputReader<unknown> {
  if (query === null) return () => null;
  const check = schemaReader(query);
  return (input) => check(coerceQuery(query, input));
}

/** Validates a body in the format of a version; returns a function that converts it to terms of the domain. */
export type BodyReader = (input: unknown, version: ApiVersion) => () => unknown;

/**
 * Creates the reader of an operation's body. A missing body is read as an empty object, because some clients send none.
 */
export function bodyReader({ body }: OperationData): BodyReader {
  if (body === null) return () => () => null;
  if (typeof body === 'string') return (input, { bodies }) => bodies[body].read(input ?? {});
  const check = schemaReader(body);
  return (input) => {
    const value = check(input ?? {});
    return () => value;
  };
}

function coerceQuery(schema: TObject, input: unknown): Record<string, unknown> {
  const query: Record<string, unknown> = {};
  if (typeof input !== 'object' || input === null) return query;
  const given = new Map<string, unknown>(Object.entries(input));
  for (const [name, property] of Object.entries(schema.properties)) {
    const value = given.get(name);
    if (typeof value === 'string' && !isStorableText(value)) throw new RestError('BAD_REQUEST');
    if (value !== undefined) query[name] = coerce(property, value);
  }
  return query;
}

function coerce(schema: TSchema, value: unknown): unknown {
  const type = 'type' in schema ? schema.type : undefined;
  if (type === 'integer' && typeof value === 'string' && /^-?[0-9]{1,15}$/.test(value)) return Number(value);
  if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true';
  return value;
}
