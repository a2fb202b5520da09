import { isList, isObject, type Json } from './json.js';

/** What a value of the specification looks like: gives every difference, each with where it is. */
export type Shape = (value: Json | undefined, path: string) => string[];

function check(name: string, test: (value: Json | undefined) => boolean): Shape {
  return (value, path) => (test(value) ? [] : [`${path} must be ${name}, is ${JSON.stringify(value)}`]);
}

export const text = check('a string', (value) => typeof value === 'string');
export const bool = check('a boolean', (value) => typeof value === 'boolean');
export const integer = check('an integer', (value) => Number.isInteger(value));
export const number = check('a number', (value) => typeof value === 'number');
export const nothing = check('null', (value) => value === null);
export const anything = check('there', (value) => value !== undefined);
export const snowflake = check('a snowflake', (value) => typeof value === 'string' && /^\d+$/.test(value));
export const hash = check(
  'a hash',
  (value) => typeof value === 'string' && /^(a_)?[0-9a-f]{16,}$/i.test(value),
);
export const timestamp = check(
  'an ISO8601 timestamp',
  (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) && !Number.isNaN(Date.parse(value)),
);
export const color = check(
  'a string color',
  (value) => typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value),
);

export function is(expected: Json): Shape {
  return check(JSON.stringify(expected), (value) => JSON.stringify(value) === JSON.stringify(expected));
}

export function oneOf(...values: readonly Json[]): Shape {
  return check(`one of ${values.join(', ')}`, (value) => value !== undefined && values.includes(value));
}

export function between(low: number, high: number): Shape {
  return check(
    `from ${low} to ${high}`,
    (value) => typeof value === 'number' && value >= low && value <= high,
  );
}

export function nullable(shape: Shape): Shape {
  return (value, path) => (value === null ? [] : shape(value, path));
}

export function optional(shape: Shape): Shape {
  return (value, path) => (value === undefined ? [] : shape(value, path));
}

/** An array of any length. */
export function list(shape: Shape): Shape {
  return (value, path) =>
    isList(value)
      ? value.flatMap((each, index) => shape(each, `${path}[${index}]`))
      : [`${path} must be an array, is ${JSON.stringify(value)}`];
}

/** An array with at least one element, so that the shape of its elements is seen. */
export function filled(shape: Shape): Shape {
  return (value, path) =>
    isList(value) && value.length === 0 ? [`${path} is empty`] : list(shape)(value, path);
}

/** An object with at least these fields. */
export function object(fields: Readonly<Record<string, Shape>>): Shape {
  return (value, path) =>
    isObject(value)
      ? Object.entries(fields).flatMap(([name, shape]) => shape(value[name], `${path}.${name}`))
      : [`${path} must be an object, is ${JSON.stringify(value)}`];
}
