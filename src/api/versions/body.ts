import type { Static, TSchema } from 'typebox';
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
}

/** Declares the body of an operation. @param parse gives a body that fits the schema in terms of the domain */
export function defineBody<Schema extends TSchema, Input>(
  schema: Schema,
  parse: (body: Static<Schema>) => Input,
): Body<Input> {
  const check = schemaReader(schema);
  return {
    schema,
    read(value) {
      const body = check(value);
      return () => parse(body);
    },
  };
}
