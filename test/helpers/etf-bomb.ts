import { deflateSync } from 'node:zlib';

const VERSION = 131;
const COMPRESSED = 80;
const LARGE_TUPLE = 105;
const NIL = 106;

/** A term with as many values as bytes: `[[], [], …]`. */
export function wideTerm(values: number): Buffer {
  return Buffer.concat([Buffer.from([VERSION]), tupleOfNothing(values)]);
}

/** The same, compressed. */
export function etfBomb(values: number): Buffer {
  const term = tupleOfNothing(values);
  const header = Buffer.from([VERSION, COMPRESSED, 0, 0, 0, 0]);
  header.writeUInt32BE(term.length, 2);
  return Buffer.concat([header, deflateSync(term)]);
}

function tupleOfNothing(values: number): Buffer {
  const term = Buffer.alloc(5 + values, NIL);
  term[0] = LARGE_TUPLE;
  term.writeUInt32BE(values, 1);
  return term;
}
