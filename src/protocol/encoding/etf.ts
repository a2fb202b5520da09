import type { Encoding } from './encoding.js';
import { decodeTerm } from './etf/decode.js';
import { encodeTerm } from './etf/encode.js';

/** Deep enough for anything the interface sends, shallow enough for any stack. */
const DEPTH = 128;

/** Erlang's external term format (rpc-facts.md, ETF). A compressed term may inflate to a megabyte. */
export const etfEncoding: Encoding = {
  name: 'etf',
  binary: true,
  encode: encodeTerm,
  decode: (data) => decodeTerm(data, { inflatedBytes: 1024 * 1024, depth: DEPTH }),
};
