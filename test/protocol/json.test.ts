import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DecodeError, DecodeMeter } from '#guildhall/protocol/encoding/decode-meter.js';
import { jsonEncoding } from '#guildhall/protocol/encoding/json.js';
import { decodeFrame } from '../helpers/decode-frame.js';
import { fc } from '../helpers/fast-check.js';

const decode = (text: string, bounds = { bytes: 1000, terms: 8, depth: 3 }) =>
  decodeFrame(jsonEncoding, Buffer.from(text), bounds);

const array = (count: number) => `[${Array(count).fill('1').join(',')}]`;

const bounded: [what: string, within: string, beyond: string][] = [
  ['bytes', JSON.stringify('x'.repeat(998)), JSON.stringify('x'.repeat(999))],
  ['values', array(7), array(8)],
  ['keys', '{"a":1,"b":2,"c":3}', '{"a":1,"b":2,"c":3,"d":4}'],
  ['nesting', '[[{}]]', '[[{"a":[]}]]'],
];

for (const [what, within, beyond] of bounded) {
  test(`the port bounds the ${what} of a JSON frame`, () => {
    decode(within);
    assert.throws(() => decode(beyond), DecodeError);
  });
}

test('a number has at most a thousand digits in a row, and what precedes a longer one is counted', () => {
  const bounds = { bytes: 10_000, terms: 100, depth: 3 };
  assert.equal(decode(`${'9'.repeat(300)}.${'1'.repeat(1000)}`, bounds), Number('9'.repeat(300)));
  assert.equal(decode(`"${'9'.repeat(2000)}"`, bounds), '9'.repeat(2000));
  const meter = new DecodeMeter(bounds);
  const text = `[1,2,3,${'9'.repeat(1001)}]`;
  assert.throws(() => jsonEncoding.decode(Buffer.from(text), meter), {
    name: 'DecodeError',
    message: 'a number is too long',
  });
  assert.equal(meter.terms, 5);
});

test('structural characters in strings count neither as values nor as nesting', () => {
  const text = JSON.stringify({ a: '[[[[{{{{,,,,::::"\\' });
  assert.deepEqual(decode(text), JSON.parse(text));
});

test('every value is counted exactly once', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const meter = new DecodeMeter({ bytes: 1e6, terms: 1e6, depth: 1e6 });
      jsonEncoding.decode(Buffer.from(JSON.stringify(value)), meter);
      const { values, empty } = count(value);
      // What is in brackets counts as one more where there is nothing in them.
      assert.equal(meter.terms, values + empty);
    }),
  );
});

function count(value: unknown): { values: number; empty: number } {
  if (typeof value !== 'object' || value === null) return { values: 1, empty: 0 };
  const within = Object.values(value).map(count);
  const keys = Array.isArray(value) ? 0 : within.length;
  return {
    values: within.reduce((sum, { values }) => sum + values, 1 + keys),
    empty: within.reduce((sum, { empty }) => sum + empty, within.length === 0 ? 1 : 0),
  };
}

const hostile = ['', '[', '"', '"\\', '{"a":', '[[[', ']]]]]]', ',', '\u0000', '[1,]', '"\\u12"'];

for (const text of hostile) {
  test(`${JSON.stringify(text)} is not valid JSON`, () => {
    assert.throws(() => decode(text), { name: 'DecodeError', message: 'not valid JSON' });
  });
}
