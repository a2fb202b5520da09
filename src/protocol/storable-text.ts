const NUL = '\0';
/** NUL and lone surrogates in JSON escapes. */
const SUSPICIOUS_ESCAPE = /\\u(?:0000|d[89a-f])/i;

/**
 * Whether text can be stored unchanged: it has no NUL, which terminates text in some stores, and no lone surrogates,
 * which UTF-8 cannot encode.
 */
export function isStorableText(text: string): boolean {
  return !text.includes(NUL) && text.isWellFormed();
}

/**
 * Whether all strings and keys of a JSON value are storable.
 *
 * @param text the JSON text of the value: most texts can be accepted without visiting the value
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
