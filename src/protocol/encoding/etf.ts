import type { Encoding } from './encoding.js';
import { decodeTerm } from './etf/decode.js';
import { encodeTerm } from './etf/encode.js';

/** Erlang's external term format (docs/rpc.md, Connecting). */
export const etfEncoding: Encoding = {
  name: 'etf',
  binary: true,
  encode: encodeTerm,
  decode: decodeTerm,
};
