import type { Static, TSchema } from 'typebox';
import { validator } from '../protocol/schema.js';
import { ServiceError } from './service-error.js';

/** Checks that the service answered in the shape that was agreed on. */
export function decoder<T extends TSchema>(schema: T): (value: unknown) => Static<T> {
  const check = validator(schema);
  return (value) => {
    if (check.is(value)) return value;
    const [violation] = check.violations(value);
    const where = violation?.path.join('.') ?? '';
    throw new ServiceError(
      `The service sent something unexpected: ${where} ${violation?.message ?? ''}`,
      502,
    );
  };
}
