import type { Static, TSchema } from 'typebox';
import { describeViolation, type InputReader, inputReader } from '../protocol/declaration/input-reader.js';
import { ServiceError } from './service-error.js';

/** Checks that the service answered in the shape that was agreed on. @throws {ServiceError} if not */
export function decoder<T extends TSchema>(schema: T): InputReader<Static<T>> {
  return inputReader(schema, {
    most: 1,
    refuse: (violations) =>
      new ServiceError(
        `The service sent something unexpected: ${describeViolation('data', violations)}`,
        502,
      ),
  });
}
