const NUL = '\0';
/** How JSON writes NUL and surrogates that are not a pair. */
const SUSPICIOUS_ESCAPE = /\\u(?:0000|d[89a-f])/i;

/**
 * Whether text comes back from a store as it was: no NUL, which ends text in some of them, and no lone surrogates, which
 * UTF-8 cannot express.
 */
export function isStorableText(text: string): boolean {
  return !text.includes(NUL) && text.isWellFormed();
}

/**
 * Whether all strings and keys of a JSON value are storable.
 *
 * @param text what the value was parsed from: most of it needs no look at the value
 */
export function isStorableJson(text: string, value: unknown): boolean {
  if (!SUSPICIOUS_ESCAPE.test(text)) return true;
  const waiting: unknown[] = [value];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next === 'string' && !isStorableText(next)) return false;
    if (typeof next !== 'object' || next === null) continue;
    for (const [key, inner] of Object.entries(next)) {
      if (!isStorableText(key)) return false;
      waiting.push(inner);
    }
  }
  return true;
}
