import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { deflateSync } from 'node:zlib';
import { DecodeError, DecodeMeter } from '#guildhall/protocol/encoding/decode-meter.js';
import { etfEncoding } from '#guildhall/protocol/encoding/etf.js';
import { decodeFrame } from '../helpers/decode-frame.js';
import { fc } from '../helpers/fast-check.js';

/** The native codec, on values it handles (docs/rpc.md, Connecting). */
const oracle = createRequire(import.meta.url)('erlpack') as {
  pack(value: unknown): Buffer;
  unpack(bytes: Buffer): unknown;
};

const bytes = (...parts: (number | string | Uint8Array)[]) =>
  Buffer.concat(
    parts.map((part) =>
      typeof part === 'number' ? Buffer.from([part]) : typeof part === 'string' ? Buffer.from(part) : part,
    ),
  );

const uint32 = (value: number) => {
  const buffer = Buffer.alloc(4);
  buffer.writeUInt32BE(value);
  return buffer;
};

const decode = (...parts: Parameters<typeof bytes>) => decodeFrame(etfEncoding, bytes(131, ...parts));

/** JSON-like values whose text both codecs hold the same way: the oracle writes lone surrogates its own way. */
const text = fc.string({ unit: 'grapheme' });
const values = (numbers: fc.Arbitrary<number>, keys = text) =>
  fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      text,
      numbers,
      fc.boolean(),
      fc.constant(null),
      fc.array(tie('value'), { maxLength: 5 }),
      fc.dictionary(keys, tie('value'), { maxKeys: 5 }).map((map) => ({ ...map })),
    ),
  })).value;
const value = values(fc.oneof(fc.maxSafeInteger(), fc.double({ noNaN: true, noDefaultInfinity: true })));
/** The native codec gives some integers beyond 32 bits back as text, and takes the key `__proto__` for the prototype. */
const oracleValue = values(
  fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true, noInteger: true })),
  text.filter((key) => key !== '__proto__'),
);

test('ETF values survive encoding and decoding', () => {
  fc.assert(
    fc.property(value, (sample) => {
      assert.deepEqual(decodeFrame(etfEncoding, etfEncoding.encode(sample) as Uint8Array), sample);
    }),
    { numRuns: 2000 },
  );
});

test('the native codec reads encoded values', () => {
  fc.assert(
    fc.property(oracleValue, (sample) => {
      assert.deepEqual(oracle.unpack(Buffer.from(etfEncoding.encode(sample) as Uint8Array)), sample);
    }),
    { numRuns: 2000 },
  );
});

test('values of the native codec are decoded', () => {
  fc.assert(
    fc.property(oracleValue, (sample) => {
      assert.deepEqual(decodeFrame(etfEncoding, oracle.pack(sample)), sample);
    }),
    { numRuns: 2000 },
  );
});

test('encoded bytes match the reference encoder', () => {
  const rows: [unknown, string][] = [
    ['é', '836d00000002c3a9'],
    [null, '8373036e696c'],
    [true, '83730474727565'],
    [false, '83730566616c7365'],
    [0, '836100'],
    [255, '8361ff'],
    [256, '836200000100'],
    [-1, '8362ffffffff'],
    [2_147_483_647, '83627fffffff'],
    [2_147_483_648, '836e040000000080'],
    [-9_007_199_254_740_991, '836e0701ffffffffffff1f'],
    [0.5, '83463fe0000000000000'],
    [[], '836a'],
    [[1], '836c0000000161016a'],
    [{}, '837400000000'],
    [{ a: 1, gone: undefined }, '8374000000016d00000001616101'],
  ];
  for (const [sample, hex] of rows) {
    assert.equal(Buffer.from(etfEncoding.encode(sample) as Uint8Array).toString('hex'), hex);
  }
});

test('other forms are decoded: atoms, byte lists, tuples, long integers, compressed terms', () => {
  assert.deepEqual(decode(100, 0, 2, 'ok'), 'ok');
  assert.deepEqual(decode(115, 4, 'null'), null);
  assert.deepEqual(decode(118, 0, 2, 'é'), 'é');
  assert.deepEqual(decode(119, 4, 'true'), true);
  assert.deepEqual(decode(107, 0, 3, 1, 2, 3), [1, 2, 3]);
  assert.deepEqual(decode(104, 2, 97, 1, 97, 2), [1, 2]);
  assert.deepEqual(decode(105, uint32(1), 97, 1), [1]);
  assert.deepEqual(decode(110, 1, 1, 7), -7);
  assert.deepEqual(decode(110, 8, 0, ...Array<number>(8).fill(255)), '18446744073709551615');
  assert.deepEqual(decode(111, uint32(1), 0, 9), 9);
  assert.deepEqual(decode(116, uint32(1), 115, 3, 'cmd', 109, uint32(1), 'x'), { cmd: 'x' });
  const term = bytes(109, uint32(3), 'abc');
  assert.equal(decode(80, uint32(term.length), deflateSync(term)), 'abc');
});

test('a key named __proto__ is a property like any other', () => {
  const map = decode(
    116,
    uint32(1),
    109,
    uint32(9),
    '__proto__',
    116,
    uint32(1),
    115,
    1,
    'a',
    97,
    1,
  ) as object;
  assert.equal(Object.getPrototypeOf(map), Object.prototype);
  assert.ok(Object.hasOwn(map, '__proto__'));
  assert.equal('a' in map, false);
});

const nested = (depth: number) => Buffer.alloc(depth * 2, Buffer.from([104, 1]));
const bomb = deflateSync(bytes(109, uint32(50_000_000), Buffer.alloc(50_000_000)));

const hostile: [string, Buffer][] = [
  ['nothing', Buffer.alloc(0)],
  ['another version', bytes(130, 97, 1)],
  ['a version alone', bytes(131)],
  ['an unknown tag', bytes(131, 1)],
  ['bytes after the term', bytes(131, 97, 1, 0)],
  ['a text longer than the frame', bytes(131, 109, uint32(0xffffffff), 'x')],
  ['a list of four billion', bytes(131, 108, uint32(0xffffffff), 97)],
  ['a map of four billion', bytes(131, 116, uint32(0xffffffff))],
  ['a tuple longer than the frame', bytes(131, 104, 255, 97, 1)],
  ['a list with an improper end', bytes(131, 108, uint32(1), 97, 1, 97, 2)],
  ['nesting of 50,000', bytes(131, nested(50_000), 97, 1)],
  ['an integer of a megabyte', bytes(131, 111, uint32(1_000_000), 0, Buffer.alloc(1_000_000, 255))],
  ['a float that is not a number', bytes(131, 70, Buffer.alloc(8, 255))],
  ['a map with a map for a key', bytes(131, 116, uint32(1), 116, uint32(0), 97, 1)],
  ['a bomb that says its size', bytes(131, 80, uint32(50_000_005), bomb)],
  ['a bomb that lies about its size', bytes(131, 80, uint32(10), bomb)],
  ['compressed bytes that are invalid', bytes(131, 80, uint32(10), 'garbage')],
  ['an integer of 17 bytes', bytes(131, 110, 17, 0, Buffer.alloc(17, 255))],
  ['a compressed term in a compressed term', bytes(131, 80, uint32(6), deflateSync(bytes(80, uint32(1), 1)))],
];

for (const [what, frame] of hostile) {
  test(`${what} is refused with a DecodeError`, () => {
    assert.throws(() => decodeFrame(etfEncoding, frame), DecodeError);
  });
}

test('random and mutated bytes are a value or a DecodeError', () => {
  const mutated = fc
    .tuple(value, fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 4 }))
    .map(([sample, changes]) => {
      const written = Buffer.from(etfEncoding.encode(sample) as Uint8Array);
      for (const [at, byte] of changes) written[at % written.length] = byte;
      return written;
    });
  const random = fc.uint8Array({ maxLength: 64 }).map((tail) => bytes(131, tail));
  fc.assert(
    fc.property(fc.oneof(mutated, random), (frame) => {
      try {
        decodeFrame(etfEncoding, frame);
      } catch (error) {
        assert.ok(error instanceof DecodeError, String(error));
      }
    }),
    { numRuns: 20_000 },
  );
});

const NARROW = { bytes: 100, terms: 8, depth: 3 };
const list = (count: number) => bytes(131, 108, uint32(count), Buffer.alloc(count, 106), 106);
const compressed = (term: Buffer) => bytes(131, 80, uint32(term.length), deflateSync(term));

const bounded: [what: string, within: Buffer, beyond: Buffer][] = [
  ['values and keys', list(7), list(8)],
  ['values of a byte list', bytes(131, 107, 0, 7, Buffer.alloc(7)), bytes(131, 107, 0, 8, Buffer.alloc(8))],
  ['nesting', bytes(131, nested(3), 97, 1), bytes(131, nested(4), 97, 1)],
  [
    'bytes of a frame',
    bytes(131, 109, uint32(94), 'x'.repeat(94)),
    bytes(131, 109, uint32(95), 'x'.repeat(95)),
  ],
  [
    'bytes of an inflated term',
    compressed(bytes(109, uint32(95), 'x'.repeat(95))),
    compressed(bytes(109, uint32(96), 'x'.repeat(96))),
  ],
  ['values of an inflated term', compressed(list(7).subarray(1)), compressed(list(8).subarray(1))],
];

for (const [what, within, beyond] of bounded) {
  test(`the port bounds the ${what}`, () => {
    decodeFrame(etfEncoding, within, NARROW);
    assert.throws(() => decodeFrame(etfEncoding, beyond, NARROW), DecodeError);
  });
}

test('a meter counts values, keys and inflated bytes, also of a frame that is refused', () => {
  const count = (frame: Buffer) => {
    const meter = new DecodeMeter({ bytes: 1000, terms: 1000, depth: 3 });
    try {
      etfEncoding.decode(frame, meter);
    } catch (error) {
      assert.ok(error instanceof DecodeError);
    }
    return meter;
  };
  assert.equal(count(Buffer.from(etfEncoding.encode({ a: 1, b: [2, 3] }) as Uint8Array)).terms, 7);
  assert.equal(count(bytes(list(5), 0)).terms, 6);
  assert.ok(count(compressed(list(500).subarray(1))).inflatedBytes >= 500);
  assert.ok(count(bytes(131, 80, uint32(500), 'garbage')).inflatedBytes >= 500);
});
