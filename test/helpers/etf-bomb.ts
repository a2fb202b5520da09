import { deflateSync } from 'node:zlib';

const VERSION = 131;
const COMPRESSED = 80;
const NIL = 106;
/** What a heartbeat carries: as many values as bytes, or one text. */
const CARGO = { values: 105, text: 109 } as const;
/** A gateway heartbeat up to what it carries: `{"op": 1, "d": …}`, whose length is not written yet. */
const HEARTBEAT = Buffer.concat([
  Buffer.from([116, 0, 0, 0, 2]),
  Buffer.from([109, 0, 0, 0, 2]),
  Buffer.from('op'),
  Buffer.from([97, 1]),
  Buffer.from([109, 0, 0, 0, 1]),
  Buffer.from('d'),
  Buffer.alloc(5),
]);

/** A heartbeat of so many bytes, in which almost every byte is a value. */
export function wideHeartbeat(bytes: number): Buffer {
  return Buffer.concat([Buffer.from([VERSION]), heartbeat(bytes - 1, 'values')]);
}

/** A compressed heartbeat that inflates to so many bytes. */
export function etfBomb(bytes: number, cargo: keyof typeof CARGO = 'values'): Buffer {
  const header = Buffer.from([VERSION, COMPRESSED, 0, 0, 0, 0]);
  header.writeUInt32BE(bytes, 2);
  return Buffer.concat([header, deflateSync(heartbeat(bytes, cargo))]);
}

function heartbeat(bytes: number, cargo: keyof typeof CARGO): Buffer {
  const term = Buffer.alloc(bytes, NIL);
  HEARTBEAT.copy(term);
  term[HEARTBEAT.length - 5] = CARGO[cargo];
  term.writeUInt32BE(bytes - HEARTBEAT.length, HEARTBEAT.length - 4);
  return term;
}
