import type { Static, TSchema } from 'typebox';
import { validator } from '../protocol/schema.js';
import { ServiceError } from './service-error.js';

/** Creates a function that checks the shape of the service's answers. */
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
