import type { Static, TSchema } from 'typebox';
import { type InputReader, inputReader } from '../../protocol/declaration/input-reader.js';
import type { FieldError } from '../../protocol/rest/errors.js';
import type { LocatedFieldError } from '../../protocol/rest/field-errors.js';
import type { Violation } from '../../protocol/schema.js';
import { RestError } from '../core/errors.js';

/** Makes the reader of values that a schema describes. Wrong ones are refused with every field that is wrong. */
export function schemaReader<Schema extends TSchema>(schema: Schema): InputReader<Static<Schema>> {
  return inputReader(schema, {
    refuse: (violations, input) => new RestError('INVALID_FORM_BODY', fieldErrors(schema, violations, input)),
  });
}

/**
 * Describes what is wrong with a body in the error format of the REST interface (docs/rest.md, Errors): one error per
 * field.
 */
function fieldErrors(schema: TSchema, violations: readonly Violation[], body: unknown): LocatedFieldError[] {
  const found = new Map<string, LocatedFieldError>();
  for (const violation of violations) {
    const key = JSON.stringify(violation.path);
    const error = found.has(key)
      ? null
      : (tooLargeNumber(schema, violation, body) ?? toFieldError(schema, violation));
    if (error !== null) found.set(key, { path: violation.path, ...error });
  }
  if (found.size > 0) return [...found.values()];
  return [{ path: [], code: 'DICT_TYPE_CONVERT', message: 'Only dictionaries may be used in a DictType' }];
}

/** Errors for values of the wrong type, by the expected type. */
const TYPE_ERRORS: Readonly<Record<string, FieldError>> = {
  integer: { code: 'NUMBER_TYPE_COERCE', message: 'Value is not int.' },
  number: { code: 'NUMBER_TYPE_COERCE', message: 'Value is not float.' },
  string: { code: 'STRING_TYPE_CONVERT', message: 'Could not interpret value as string.' },
  boolean: { code: 'BOOLEAN_TYPE_CONVERT', message: 'Must be either true or false.' },
  array: { code: 'LIST_TYPE_CONVERT', message: 'Only iterables may be used in a ListType' },
  object: { code: 'DICT_TYPE_CONVERT', message: 'Only dictionaries may be used in a DictType' },
};

function toFieldError(schema: TSchema, { keyword, params, path }: Violation): FieldError | null {
  const limit = String(params.limit);
  switch (keyword) {
    case 'required':
      return { code: 'BASE_TYPE_REQUIRED', message: 'This field is required' };
    case 'type':
      return TYPE_ERRORS[String(params.type)] ?? null;
    case 'enum':
      return { code: 'BASE_TYPE_CHOICES', message: `Value must be one of ${choices(params.allowedValues)}.` };
    case 'const':
      return {
        code: 'BASE_TYPE_CHOICES',
        message: `Value must be one of ${choices([params.allowedValue])}.`,
      };
    case 'minimum':
      return { code: 'NUMBER_TYPE_MIN', message: `int value should be greater than or equal to ${limit}.` };
    case 'maximum':
      return tooLarge(limit);
    case 'pattern':
      // Every pattern in the interface describes a number: an id or permission bits.
      return { code: 'NUMBER_TYPE_COERCE', message: 'Value is not snowflake.' };
    case 'minLength':
    case 'maxLength':
    case 'minItems':
    case 'maxItems':
      return {
        code: 'BASE_TYPE_BAD_LENGTH',
        message: lengthMessage(schemaAt(schema, path, ...LENGTHS), limit, keyword),
      };
    default:
      return null;
  }
}

function tooLarge(limit: string): FieldError {
  return { code: 'NUMBER_TYPE_MAX', message: `int value should be less than or equal to ${limit}.` };
}

/** An integer beyond 2^53, which was decoded as text of its digits, where the field has a number with a maximum. */
function tooLargeNumber(schema: TSchema, { keyword, path }: Violation, body: unknown): FieldError | null {
  if (keyword !== 'type' && keyword !== 'pattern') return null;
  const value = path.reduce(property, body);
  if (typeof value !== 'string' || !/^[0-9]{16,1000}$/.test(value)) return null;
  const maximum = firstOf(schemaAt(schema, path, 'maximum'), 'maximum');
  return typeof maximum === 'number' && Number(value) > maximum ? tooLarge(String(maximum)) : null;
}

function choices(values: unknown): string {
  return `(${(Array.isArray(values) ? values : []).map((value) => JSON.stringify(value)).join(', ')})`;
}

function lengthMessage(schema: object, limit: string, keyword: string): string {
  const [low, high] = [firstOf(schema, 'minLength', 'minItems'), firstOf(schema, 'maxLength', 'maxItems')];
  if (high !== undefined) return `Must be between ${low ?? 0} and ${high} in length.`;
  return keyword.startsWith('min')
    ? `Must be ${limit} or more in length.`
    : `Must be ${limit} or fewer in length.`;
}

function firstOf(schema: object, ...names: string[]): unknown {
  return names.map((name) => property(schema, name)).find((value) => value !== undefined);
}

const LENGTHS = ['minLength', 'maxLength', 'minItems', 'maxItems'];

/** The schema of the field at a path; among alternatives, the first one with one of the keywords. */
function schemaAt(schema: object, path: readonly string[], ...keywords: string[]): object {
  const [name, ...rest] = path;
  if (name === undefined) {
    return variants(schema).find((one) => firstOf(one, ...keywords) !== undefined) ?? schema;
  }
  for (const one of variants(schema)) {
    const next = property(property(one, 'properties'), name) ?? property(one, 'items');
    if (typeof next === 'object' && next !== null) return schemaAt(next, rest, ...keywords);
  }
  return {};
}

function variants(schema: object): object[] {
  const anyOf = property(schema, 'anyOf');
  return Array.isArray(anyOf) ? anyOf.flatMap(variants) : [schema];
}

function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined;
}
