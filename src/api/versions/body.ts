import type { Static, TSchema } from 'typebox';
import { toSnakeCase } from '../../platform/case.js';
import { schemaReader } from '../rest/schema-reader.js';

/** How a version writes the body of an operation. */
export interface Body<Input> {
  readonly schema: TSchema;
  /**
   * Checks a body against the schema.
   *
   * @returns what gives the body in terms of the domain; that throws a RestError INVALID_FORM_BODY for a value that the schema
   *   cannot describe, such as an image
   * @throws {RestError} INVALID_FORM_BODY with every field that is wrong
   */
  read(body: unknown): () => Input;
  /** Where a field is in the body that a rule refuses by its name in the domain. */
  wirePath(path: readonly string[]): readonly string[];
}

/** The path of a field that both name alike: `userLimit` is `user_limit`. */
export function toWirePath(path: readonly string[]): readonly string[] {
  return path.map(toSnakeCase);
}

/**
 * Declares the body of an operation.
 *
 * @param parse gives a body that fits the schema in terms of the domain
 * @param wirePath of fields that the version names otherwise than the domain
 */
export function defineBody<Schema extends TSchema, Input>(
  schema: Schema,
  parse: (body: Static<Schema>) => Input,
  wirePath = toWirePath,
): Body<Input> {
  const check = schemaReader(schema);
  return {
    schema,
    wirePath,
    read(value) {
      const body = check(value);
      return () => parse(body);
    },
  };
}
