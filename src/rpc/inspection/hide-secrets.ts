import type { TSchema } from 'typebox';
import { ExactNumber } from '../../protocol/encoding/encoding.js';
import { isSecret } from '../../protocol/schema.js';

/** In place of a value that is declared as secret. */
export const HIDDEN = '[hidden]';
/** In place of a value that no declaration describes: it could be a secret in a wrong place. */
export const UNDECLARED = '[not declared]';
/** In place of values beyond the first ones. */
const OMITTED = '[omitted]';

/** The number of values that are copied. */
const MAX_VALUES = 5_000;
/** Whether a text that no declaration describes is short enough to be a name: tokens and codes are longer. */
export function isName(text: string): boolean {
  return /^\w{1,32}$/.test(text);
}

/**
 * Copies a value for the person to read, by what its declaration says of it: secrets and what is not declared are
 * replaced. The copy consists of what JSON has, and of a bounded number of values.
 */
export class SecretHider {
  #left = MAX_VALUES;

  /** @param isOwn whether the daemon made the value, so that what a declaration leaves open is shown */
  constructor(private readonly isOwn: boolean) {}

  /** @param schemas the variants that describe the value; a secret of one of them is hidden; none: it is undeclared */
  copy(value: unknown, schemas: readonly TSchema[]): unknown {
    if (value === undefined || value === null) return null;
    this.#left -= 1;
    if (this.#left < 0) return OMITTED;
    const variants = schemas.flatMap(variantsOf);
    if (variants.some(isSecret)) return HIDDEN;
    if (variants.some(isOpen)) return this.isOwn ? this.#copyOpen(value) : UNDECLARED;
    if (Array.isArray(value)) return this.#copyItems(value, variants);
    if (value instanceof ExactNumber) return value.text;
    if (typeof value === 'object') return this.#copyProperties(value, variants);
    return variants.some((schema) => allowsScalar(schema, value)) ? value : UNDECLARED;
  }

  #copyItems(value: readonly unknown[], variants: readonly TSchema[]): unknown {
    const items = variants.map((schema) => member(schema, 'items')).filter((item) => item !== null);
    if (items.length === 0) return UNDECLARED;
    return this.#take(value).map((item) => this.copy(item, items));
  }

  #copyProperties(value: object, variants: readonly TSchema[]): unknown {
    const declared = variants.map((schema) => member(schema, 'properties')).filter((each) => each !== null);
    if (declared.length === 0) return UNDECLARED;
    const copies = this.#take(Object.entries(value)).map(([name, property]) => {
      const schemas = declared.map((properties) => member(properties, name)).filter((each) => each !== null);
      if (schemas.length > 0) return [name, this.copy(property, schemas)];
      return [isName(name) ? name : HIDDEN, UNDECLARED];
    });
    return Object.fromEntries(copies);
  }

  #copyOpen(value: unknown): unknown {
    if (Array.isArray(value)) return this.#take(value).map((item) => this.#copyOpen(item));
    if (value instanceof ExactNumber) return value.text;
    if (typeof value !== 'object' || value === null) return copyScalar(value);
    const copies = this.#take(Object.entries(value)).map(([name, property]) => [
      name,
      this.#copyOpen(property),
    ]);
    return Object.fromEntries(copies);
  }

  #take<T>(values: readonly T[]): readonly T[] {
    const taken = values.slice(0, Math.max(0, this.#left));
    this.#left -= taken.length;
    return taken;
  }
}

function copyScalar(value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}

/** Whether a schema describes values like this one: text in the place of a number could be anything. */
function allowsScalar(schema: TSchema, value: unknown): boolean {
  const values: unknown = Reflect.get(schema, 'enum');
  const type: unknown = Reflect.get(schema, 'type');
  if (Array.isArray(values)) return values.includes(value);
  if ('const' in schema) return Reflect.get(schema, 'const') === value;
  return (type === 'integer' ? 'number' : type) === typeof value;
}

function variantsOf(schema: TSchema): readonly TSchema[] {
  const variants: unknown = Reflect.get(schema, 'anyOf');
  // What is said of a union counts for each variant.
  return Array.isArray(variants) && !isSecret(schema) ? variants.flatMap(variantsOf) : [schema];
}

/** Whether a schema allows anything. */
function isOpen(schema: TSchema): boolean {
  return Object.keys(schema).length === 0;
}

function member(schema: object, name: string): TSchema | null {
  const value: unknown = Object.hasOwn(schema, name) ? Reflect.get(schema, name) : null;
  return typeof value === 'object' && value !== null ? value : null;
}
