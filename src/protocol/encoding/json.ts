import { isUtf8 } from 'node:buffer';
import type { DecodeMeter } from './decode-meter.js';
import { DecodeError } from './decode-meter.js';
import type { DecodeOptions, Encoding } from './encoding.js';
import { asBuffer } from './encoding.js';
import { quoteLargeIntegers, withExactNumber, writeJson } from './json/exact-members.js';
import { measureJson } from './json/measure.js';

export const jsonEncoding: Encoding = {
  name: 'json',
  binary: false,
  encode: writeJson,
  decode(data, meter, options = {}) {
    const { value, text } = decodeJson(data, meter, options);
    const { exactKey } = options;
    return exactKey === undefined ? value : withExactNumber(value, text, exactKey);
  },
};

/** Decodes JSON. @returns the value, and the text it was parsed from @throws {DecodeError} */
export function decodeJson(
  data: Uint8Array,
  meter: DecodeMeter,
  { largeIntegers = false }: Pick<DecodeOptions, 'largeIntegers'> = {},
): { value: unknown; text: string } {
  meter.checkLength(data.length);
  // Must happen before parsing, because the parser has no limits.
  const mayBeInexact = measureJson(data, meter);
  if (!isUtf8(data)) throw new DecodeError('not valid JSON');
  const text = asBuffer(data).toString();
  const value = parseJson(text);
  // Only a valid text can be rewritten.
  return { value: largeIntegers && mayBeInexact ? parseJson(quoteLargeIntegers(text)) : value, text };
}

/** @throws {DecodeError} */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's message quotes the input.
    throw new DecodeError('not valid JSON');
  }
}
