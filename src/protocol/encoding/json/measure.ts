import { DecodeError, type DecodeMeter } from '../decode-meter.js';

/** The maximum number of digits in a row: numbers are doubles, which need at most 767 of them. Reading more takes long. */
const MAX_DIGITS = 1000;

/** Integers of fewer digits are exact as numbers. */
const INEXACT_DIGITS = 16;

const QUOTE = 0x22;
const COMMA = 0x2c;
const ZERO = 0x30;
const NINE = 0x39;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
/** With this bit set, `[` and `]` become `{` and `}`. */
const BRACE_BIT = 0x20;
const OPENING = 0x7b;
const CLOSING = 0x7d;

/**
 * Counts the values and keys of a JSON text and checks its depth without parsing it. The counts of invalid JSON are
 * arbitrary, because the parser refuses it afterwards.
 *
 * @returns whether it has a number of so many digits that it may not be exact
 * @throws {DecodeError} if there are too many values, or they are nested too deeply, or a number is too long
 */
export function measureJson(text: Uint8Array, meter: DecodeMeter): boolean {
  const { terms: mostTerms, depth: mostDepth } = meter.bounds;
  let terms = 1;
  let depth = 0;
  let deepest = 0;
  let mostDigits = 0;
  for (let at = 0; at < text.length && terms <= mostTerms && deepest <= mostDepth; at += 1) {
    const byte = text[at] ?? 0;
    if (byte === QUOTE) {
      at = endOfString(text, at + 1);
    } else if (byte === COMMA || byte === COLON) {
      terms += 1;
    } else if ((byte | BRACE_BIT) === OPENING) {
      // The first item of an array or object is not preceded by a comma.
      terms += 1;
      depth += 1;
      if (depth > deepest) deepest = depth;
    } else if ((byte | BRACE_BIT) === CLOSING) {
      depth -= 1;
    } else if (byte >= ZERO && byte <= NINE) {
      const last = lastDigit(text, at);
      mostDigits = Math.max(mostDigits, last - at + 1);
      if (mostDigits > MAX_DIGITS) break;
      at = last;
    }
  }
  meter.takeTerms(terms);
  meter.checkDepth(deepest);
  // After the terms before it were counted.
  if (mostDigits > MAX_DIGITS) throw new DecodeError('a number is too long');
  return mostDigits >= INEXACT_DIGITS;
}

/** Finds the quote that ends a string. @param at the first byte after the quote that begins it */
function endOfString(text: Uint8Array, at: number): number {
  let end = at;
  while (end < text.length && text[end] !== QUOTE) end += text[end] === BACKSLASH ? 2 : 1;
  return end;
}

/** Finds the last digit of several in a row. @param at the first one */
function lastDigit(text: Uint8Array, at: number): number {
  let last = at;
  for (let next = text[last + 1] ?? 0; next >= ZERO && next <= NINE; next = text[last + 1] ?? 0) last += 1;
  return last;
}
