import type { TSchema } from 'typebox';

/**
 * Returns a value, or a copy in which arrays that are too long are truncated, so that checking it takes bounded time.
 */
export type CutArrays = (value: unknown) => unknown;

/**
 * Compiles the array limits of a schema. A validator visits every item before it reports an array that is too long; a
 * truncated array has one item more than allowed, which gives the same report.
 *
 * @returns null if the schema limits no array
 */
export function compileArrayBounds(schema: TSchema): CutArrays | null {
  const properties = Object.entries(objectAt(schema, 'properties')).flatMap(([name, property]) => {
    const cut = compileArrayBounds(property as TSchema);
    return cut === null ? [] : [[name, cut] as const];
  });
  if (properties.length > 0) return (value) => cutProperties(value, properties);
  const maxItems: unknown = Reflect.get(schema, 'maxItems');
  if (typeof maxItems === 'number') {
    const items = objectAt(schema, 'items');
    return cutItems(maxItems, compileArrayBounds(items as TSchema));
  }
  const variants: unknown = Reflect.get(schema, 'anyOf');
  return Array.isArray(variants) ? compileUnion(variants) : null;
}

function cutItems(maxItems: number, cutItem: CutArrays | null): CutArrays {
  return (value) => {
    if (!Array.isArray(value)) return value;
    const items: unknown[] = value.length > maxItems ? value.slice(0, maxItems + 1) : value;
    return cutItem === null ? items : items.map(cutItem);
  };
}

function cutProperties(value: unknown, properties: readonly (readonly [string, CutArrays])[]): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  let cut = value;
  for (const [name, cutProperty] of properties) {
    if (!Object.hasOwn(value, name)) continue;
    const before: unknown = Reflect.get(value, name);
    const after = cutProperty(before);
    if (after !== before) cut = { ...cut, [name]: after };
  }
  return cut;
}

/** At most one variant of a union may limit arrays: what one variant allows may be too long for another. */
function compileUnion(variants: readonly TSchema[]): CutArrays | null {
  const cuts = variants.map(compileArrayBounds).filter((cut) => cut !== null);
  if (cuts.length > 1) throw new TypeError('two variants of a union bound their arrays');
  return cuts[0] ?? null;
}

function objectAt(schema: object, name: string): object {
  const value: unknown = Reflect.get(schema, name);
  return typeof value === 'object' && value !== null ? value : {};
}
