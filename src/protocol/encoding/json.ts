import { isUtf8 } from 'node:buffer';
import type { DecodeMeter } from './decode-meter.js';
import { DecodeError } from './decode-meter.js';
import type { Encoding } from './encoding.js';
import { asBuffer } from './encoding.js';
import { withExactNumber, writeJson } from './json/exact-members.js';
import { measureJson } from './json/measure.js';

export const jsonEncoding: Encoding = {
  name: 'json',
  binary: false,
  encode: writeJson,
  decode(data, meter, exactKey) {
    const { value, text } = decodeJson(data, meter);
    return exactKey === undefined ? value : withExactNumber(value, text, exactKey);
  },
};

/** Decodes JSON. @returns the value, and the text it was parsed from @throws {DecodeError} */
export function decodeJson(data: Uint8Array, meter: DecodeMeter): { value: unknown; text: string } {
  meter.checkLength(data.length);
  // Must happen before parsing, because the parser has no limits.
  measureJson(data, meter);
  if (!isUtf8(data)) throw new DecodeError('not valid JSON');
  const text = asBuffer(data).toString();
  return { value: parseJson(text), text };
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
