import Type, { type Static, type TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { Settings } from 'typebox/system';
import { Clean } from 'typebox/value';
import { compileArrayBounds } from './array-bounds.js';

/** Schema helpers shared by every wire format: REST bodies, RPC arguments, gateway payloads. */

export const SnowflakeSchema = Type.String({ pattern: '^(?:0|[1-9][0-9]{0,19})$' });
export const TimestampSchema = Type.String();

export function Nullable<T extends TSchema>(schema: T) {
  return Type.Union([schema, Type.Null()]);
}

/** An enumeration given as an object of names to values, e.g. `Enumeration({ NONE: 0, LOW: 1 })`. */
export function Enumeration<const T extends Record<string, string | number>>(values: T) {
  return Type.Unsafe<T[keyof T]>({ enum: Object.values(values) });
}

/** One way in which a value differs from its schema. */
export interface Violation {
  /** where: property names and array indices from the root, `[]` for the value itself */
  readonly path: readonly string[];
  /** the schema keyword that failed, e.g. `maximum`, `required`, `type` */
  readonly keyword: string;
  /** what the keyword demanded, e.g. `{ limit: 200 }` */
  readonly params: Readonly<Record<string, unknown>>;
  /** in words, e.g. `must be <= 200` */
  readonly message: string;
}

export interface Validator<T> {
  is(value: unknown): value is T;
  /**
   * Differences, missing properties one by one; empty if the value is right. Items of an array beyond one more than it may
   * have are not checked.
   *
   * @param most how many of them are wanted; by default as many as anybody reads
   */
  violations(value: unknown, most?: number): Violation[];
}

/** A copy of a right value with only what its schema names, for values that are kept and shown to others. */
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
    violations(value, most = MOST_ERRORS) {
      const { check, cutArrays } = compile();
      const cut = cutArrays(value);
      return check.Check(cut) ? [] : errorsOf(check, cut, most).flatMap(toViolations);
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

/** A body may be wrong in many places, but nobody reads thousands of errors. */
const MOST_ERRORS = 200;

/** TypeBox stops at 8 errors by a setting of the whole process, so it is changed for this one call. */
function errorsOf(
  compiled: { Errors(value: unknown): SchemaError[] },
  value: unknown,
  most: number,
): SchemaError[] {
  const { maxErrors } = Settings.Get();
  Settings.Set({ maxErrors: most });
  try {
    return compiled.Errors(value);
  } finally {
    Settings.Set({ maxErrors });
  }
}

interface SchemaError {
  keyword: string;
  instancePath: string;
  params: object;
  message: string;
}

function toViolations(error: SchemaError): Violation[] {
  const path = error.instancePath
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
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
