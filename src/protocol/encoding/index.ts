import type { Encoding } from './encoding.js';
import { jsonEncoding } from './json.js';

/** Every encoding by its name. */
export const ENCODINGS: ReadonlyMap<string, Encoding> = new Map([[jsonEncoding.name, jsonEncoding]]);
