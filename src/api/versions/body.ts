import type { Static, TSchema } from 'typebox';
import { toWirePath } from '../core/http/error-reply.js';
import { schemaReader } from './schema-reader.js';

/** The format of an operation's body in a version. */
export interface Body<Input> {
  readonly schema: TSchema;
  /**
   * Validates a body against the schema.
   *
   * @returns a function that converts the body to terms of the domain; it throws a RestError INVALID_FORM_BODY for an
   * invalid value that the schema cannot describe, such as an image
   * @throws {RestError} INVALID_FORM_BODY with every field that is wrong
   */
  read(body: unknown): () => Input;
  /** Maps the domain name of a field that a rule refuses to its path in the body. */
  wirePath(path: readonly string[]): readonly string[];
}

/**
 * Declares the body of an operation.
 *
 * @param parse converts a body that matches the schema to terms of the domain
 * @param wirePath for fields whose names differ between the version and the domain
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
