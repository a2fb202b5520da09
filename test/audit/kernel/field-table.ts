import { type Json, valueAt } from './json.js';
import type { Row } from './row.js';
import type { Shape } from './shape.js';
import type { Trial } from './trial.js';

/** One row for each field of an object of the specification. */
export function fieldRows(
  name: string,
  get: (trial: Trial) => Promise<Json>,
  fields: Readonly<Record<string, Shape>>,
): Row[] {
  return Object.entries(fields).map(([field, shape]) => ({
    line: `${name}: ${field}`,
    async check(trial) {
      const object = await get(trial);
      const value = valueAt(object, field.replace('?', ''));
      trial.expect(value, shape, field);
    },
  }));
}
