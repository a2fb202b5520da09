/**
 * About how many bytes the parts of decoded JSON take in memory. Objects share the names of their fields only with others
 * of the same kind, so each name counts.
 */
const SIZES = { object: 64, field: 24, string: 16, other: 8 } as const;
/** Text with such a code unit takes two bytes for each. */
const WIDE = /[^\0-\xff]/;

/**
 * About how many bytes a decoded JSON value takes in memory. Its length as JSON says little: `[{},{}]` takes twenty times
 * as much.
 */
export function heapSizeOf(value: unknown): number {
  if (typeof value === 'string') return SIZES.string + value.length * (WIDE.test(value) ? 2 : 1);
  if (typeof value !== 'object' || value === null) return SIZES.other;
  let size: number = SIZES.object;
  if (Array.isArray(value)) {
    for (const item of value) size += SIZES.other + heapSizeOf(item);
    return size;
  }
  for (const [name, item] of Object.entries(value)) size += SIZES.field + name.length + heapSizeOf(item);
  return size;
}
