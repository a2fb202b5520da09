import type { Validator } from '../../protocol/schema.js';
import { StoreError } from '../errors.js';

/**
 * Checks that rows are as a schema describes them, and returns them.
 *
 * @param source the table or function that they came from, for the error
 * @throws {StoreError} they are otherwise
 */
export function checkRows<Rows>(schema: Validator<Rows>, rows: unknown, source: string): Rows {
  if (schema.is(rows)) return rows;
  throw new StoreError(`the database gave unexpected rows of ${source}`, 'UNEXPECTED');
}
