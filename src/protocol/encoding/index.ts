import type { Encoding } from './encoding.js';
import { etfEncoding } from './etf.js';
import { jsonEncoding } from './json.js';

/** All encodings by name. */
export const ENCODINGS: ReadonlyMap<string, Encoding> = new Map(
  [jsonEncoding, etfEncoding].map((encoding) => [encoding.name, encoding]),
);
