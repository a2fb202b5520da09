import type { Static, TSchema } from 'typebox';
import { type InputReader, inputReader } from '../../protocol/declaration/input-reader.js';
import { RestError } from '../core/rest-error.js';
import { fieldErrors } from './field-errors.js';

/** Makes the reader of values that a schema describes. Wrong ones are refused with every field that is wrong. */
export function schemaReader<Schema extends TSchema>(schema: Schema): InputReader<Static<Schema>> {
  return inputReader(schema, {
    refuse: (violations, input) => new RestError('INVALID_FORM_BODY', fieldErrors(schema, violations, input)),
  });
}
