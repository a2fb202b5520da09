import { deflateSync } from 'node:zlib';

const VERSION = 131;
const COMPRESSED = 80;
const TAGS = { TUPLE: 105, MAP: 116, BINARY: 109, BYTES: 107 } as const;

/** Terms that cost a decoder most for their length. @param bytes about how long each is, inflated */
export function hostileEtf(bytes: number): ReadonlyMap<string, Buffer> {
  const many = (term: readonly number[]) => tuple(Math.floor(bytes / term.length), () => Buffer.from(term));
  const terms: Record<string, Buffer> = {
    'empty lists': many([106]),
    'small integers': many([97, 1]),
    'empty atoms': many([119, 0]),
    atoms: many([119, 4, 0x74, 0x72, 0x75, 0x65]),
    floats: many([70, 0, 16, 0, 0, 0, 0, 0, 1]),
    'integers of 8 bytes': many([110, 8, 1, ...Array(8).fill(255)]),
    'integers of 16 bytes': many([110, 16, 1, ...Array(16).fill(255)]),
    'integers of 255 bytes': many([110, 255, 1, ...Array(255).fill(255)]),
    'empty binaries': many([TAGS.BINARY, 0, 0, 0, 0]),
    'empty maps': many([TAGS.MAP, 0, 0, 0, 0]),
    'deep tuples': Buffer.concat(Array(Math.floor(bytes / 2)).fill(Buffer.from([104, 1]))),
    'distinct keys': map(Math.floor(bytes / 10), (index) => text(index.toString(36).padStart(4, 'x'))),
    'sparse indices as keys': map(Math.floor(bytes / 15), (index) => text(String(index * 65_537))),
    'big integers as keys': map(Math.floor(bytes / 20), (index) =>
      Buffer.from([110, 16, 0, index & 255, index >> 8, ...Array(14).fill(255)]),
    ),
    'a byte list': Buffer.concat([Buffer.from([TAGS.BYTES, 0xff, 0xff]), Buffer.alloc(0xffff)]),
    'one long text': text('x'.repeat(bytes)),
  };
  const frames = Object.entries(terms).flatMap(([name, term]): [string, Buffer][] => [
    [name, Buffer.concat([Buffer.from([VERSION]), term])],
    [`${name}, compressed`, compressed(term)],
  ]);
  return new Map(frames);
}

function tuple(count: number, item: (index: number) => Buffer): Buffer {
  return Buffer.concat([
    header(TAGS.TUPLE, count),
    ...Array.from({ length: count }, (_, index) => item(index)),
  ]);
}

function map(count: number, key: (index: number) => Buffer): Buffer {
  const entries = Array.from({ length: count }, (_, index) =>
    Buffer.concat([key(index), Buffer.from([106])]),
  );
  return Buffer.concat([header(TAGS.MAP, count), ...entries]);
}

function text(value: string): Buffer {
  return Buffer.concat([header(TAGS.BINARY, value.length), Buffer.from(value)]);
}

function header(tag: number, count: number): Buffer {
  const bytes = Buffer.from([tag, 0, 0, 0, 0]);
  bytes.writeUInt32BE(count, 1);
  return bytes;
}

function compressed(term: Buffer): Buffer {
  const head = Buffer.from([VERSION, COMPRESSED, 0, 0, 0, 0]);
  head.writeUInt32BE(term.length, 2);
  return Buffer.concat([head, deflateSync(term)]);
}
