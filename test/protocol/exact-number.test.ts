import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ExactNumber } from '#guildhall/protocol/encoding/encoding.js';
import { findMemberText } from '#guildhall/protocol/encoding/json/member-text.js';
import { jsonEncoding } from '#guildhall/protocol/encoding/json.js';
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
