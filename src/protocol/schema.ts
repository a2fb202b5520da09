import Type, { type Static, type TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { Settings } from 'typebox/system';
import { Clean } from 'typebox/value';
import { compileArrayBounds } from './array-bounds.js';

/** Schema helpers for all wire formats: REST bodies, RPC arguments, gateway payloads. */

export const SnowflakeSchema = Type.String({ pattern: '^(?:0|[1-9][0-9]{0,19})$' });
/** An id of something outside of this service, which is stored without having been looked up; it fits into a signed integer. */
export const ForeignSnowflakeSchema = Type.String({
  pattern: '^(?:0|[1-9][0-9]{0,17}|[1-8][0-9]{18})$',
});
export const TimestampSchema = Type.String();

export function Nullable<T extends TSchema>(schema: T) {
  return Type.Union([schema, Type.Null()]);
}

/** An enumeration as an object of names and values, e.g. `Enumeration({ NONE: 0, LOW: 1 })`. */
export function Enumeration<const T extends Record<string, string | number>>(values: T) {
  return Type.Unsafe<T[keyof T]>({ enum: Object.values(values) });
}

/** The keyword of schemas whose values only the two ends of a connection may see. */
const SECRET = 'x-secret';

/** Marks a new schema as one of secrets, such as tokens, codes or pressed keys: they are shown and logged nowhere. */
export function Secret<T extends TSchema>(schema: T): T {
  return Object.assign(schema, { [SECRET]: true });
}

/** Whether values of a schema are marked as secrets. */
export function isSecret(schema: TSchema): boolean {
  return Reflect.get(schema, SECRET) === true;
}

/** A violation of a schema. */
export interface Violation {
  /** location: property names and array indices from the root, `[]` for the value itself */
  readonly path: readonly string[];
  /** the violated schema keyword, e.g. `maximum`, `required`, `type` */
  readonly keyword: string;
  /** the parameters of the keyword, e.g. `{ limit: 200 }` */
  readonly params: Readonly<Record<string, unknown>>;
  /** as text, e.g. `must be <= 200` */
  readonly message: string;
}

export interface Validator<T> {
  is(value: unknown): value is T;
  /**
   * The violations, with one entry per missing property; empty if the value is valid. Of an array that is too long,
   * only the first item beyond the limit is checked.
   *
   * @param most the maximum number of violations
   */
  violations(value: unknown, most?: number): Violation[];
}

/** A copy of a valid value with only the properties in its schema, for values that are stored and shown to others. */
export function onlyKnown<T extends TSchema>(schema: T, value: Static<T>): Static<T> {
  return Clean(schema, structuredClone(value)) as Static<T>;
}

/**
 * Compiles a schema once, on the first check: a program declares many schemas and starts without them. Checks are then a
 * plain function call.
 */
export function validator<T extends TSchema>(schema: T): Validator<Static<T>> {
  let compiled: CompiledSchema | null = null;
  const compile = () => {
    compiled ??= compileSchema(schema);
    return compiled;
  };
  return {
    is(value): value is Static<T> {
      const { check, cutArrays } = compile();
      return check.Check(cutArrays(value));
    },
    violations(value, most = MAX_VIOLATIONS) {
      const { check, cutArrays } = compile();
      return errorsOf(check, cutArrays(value), most).flatMap(toViolations);
    },
  };
}

interface CompiledSchema {
  readonly check: { Check(value: unknown): boolean; Errors(value: unknown): SchemaError[] };
  readonly cutArrays: (value: unknown) => unknown;
}

function compileSchema(schema: TSchema): CompiledSchema {
  return { check: Compile(schema), cutArrays: compileArrayBounds(schema) ?? ((value) => value) };
}

/** The default number of violations: nobody reads thousands. */
const MAX_VIOLATIONS = 200;

/** TypeBox has a process-wide limit of errors. It is set if it differs, and stays: every caller comes through here. */
function errorsOf(
  compiled: { Errors(value: unknown): SchemaError[] },
  value: unknown,
  most: number,
): SchemaError[] {
  if (Settings.Get().maxErrors !== most) Settings.Set({ maxErrors: most });
  return compiled.Errors(value);
}

/** Reads a part of a JSON Pointer (RFC 6901 §4). */
function unescapePart(part: string): string {
  return part.includes('~') ? part.replaceAll('~1', '/').replaceAll('~0', '~') : part;
}

interface SchemaError {
  keyword: string;
  instancePath: string;
  params: object;
  message: string;
}

function toViolations(error: SchemaError): Violation[] {
  const path = error.instancePath === '' ? [] : error.instancePath.slice(1).split('/').map(unescapePart);
  const params = error.params as Record<string, unknown>;
  if (error.keyword === 'required' && Array.isArray(params.requiredProperties)) {
    return params.requiredProperties.map((property: string) => ({
      path: [...path, property],
      keyword: 'required',
      params: {},
      message: 'is required',
    }));
  }
  return [{ path, keyword: error.keyword, params, message: error.message }];
}
