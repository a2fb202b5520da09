import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DecodeError, DecodeMeter } from '#guildhall/protocol/encoding/decode-meter.js';
import { ExactNumber } from '#guildhall/protocol/encoding/encoding.js';
import { findMemberText } from '#guildhall/protocol/encoding/json/member-text.js';
import { jsonEncoding } from '#guildhall/protocol/encoding/json.js';
import { WIDE_BOUNDS } from '../helpers/decode-frame.js';
import { fc } from '../helpers/fast-check.js';

test('findMemberText finds the text that the parser took a member from', () => {
  const members = fc.array(fc.tuple(fc.oneof(fc.constant('nonce'), fc.string()), fc.jsonValue()));
  fc.assert(
    fc.property(members, fc.constantFrom(undefined, 2), (pairs, indent) => {
      const text = `{${pairs
        .map(([key, value]) => `${JSON.stringify(key)} : ${JSON.stringify(value, null, indent)}`)
        .join(' , ')}}`;
      const found = findMemberText(text, 'nonce');
      const parsed: unknown = JSON.parse(text);
      const expected = (parsed as { nonce?: unknown }).nonce;
      assert.deepEqual(found === null ? undefined : JSON.parse(found), expected);
    }),
  );
});

test('JSON writes every exact number with its own digits', () => {
  fc.assert(
    fc.property(fc.bigInt(), fc.jsonValue(), (number, other) => {
      const text = jsonEncoding.encode({ a: other, b: new ExactNumber(String(number)), c: undefined });
      assert.equal(text, `{"a":${JSON.stringify(other)},"b":${number}}`);
    }),
  );
});

test('large integers in JSON become text of their digits where that is asked for, and nothing else changes', () => {
  const decode = (text: string) =>
    jsonEncoding.decode(Buffer.from(text), new DecodeMeter(WIDE_BOUNDS), { largeIntegers: true });
  const numbers =
    '[9007199254740991, 9007199254740993 ,-9007199254740993,123456789012345678.5,1e20,12345678901234567E2]';
  assert.deepEqual(decode(numbers), [
    ...[Number.MAX_SAFE_INTEGER, '9007199254740993', '-9007199254740993'],
    ...[Number('123456789012345678.5'), 1e20, Number('12345678901234567E2')],
  ]);
  assert.equal(decode('18446744073709551615'), '18446744073709551615');
  const inText = String.raw`{"a \" [12345678901234567": "x, \\", "b": {"c":["[12345678901234567]",12345678901234567]}}`;
  assert.deepEqual(decode(inText), {
    'a " [12345678901234567': 'x, \\',
    b: { c: ['[12345678901234567]', '12345678901234567'] },
  });
  for (const invalid of [
    '{12345678901234567:1}',
    '012345678901234567',
    '[12345678901234567',
    '12345678901234567.',
  ]) {
    assert.throws(() => decode(invalid), DecodeError, invalid);
  }
});

test('all JSON is decoded with large integers as without, but for them', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.bigInt({ min: 2n ** 53n, max: 2n ** 64n }), (value, id) => {
      const text = `{"value":${JSON.stringify(value)},"id":${id}}`;
      const decoded = jsonEncoding.decode(Buffer.from(text), new DecodeMeter(WIDE_BOUNDS), {
        largeIntegers: true,
      });
      const asText = JSON.stringify(value, (_, one) =>
        Number.isInteger(one) && !Number.isSafeInteger(one) && !String(one).includes('e') ? String(one) : one,
      );
      assert.deepEqual(decoded, { value: JSON.parse(asText), id: String(id) });
    }),
  );
});
