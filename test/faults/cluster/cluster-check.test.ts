import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAcknowledged, assertPrefix } from './cluster-check.js';

const STORED = ['first', 'second', 'third'].map((text, index) => ({ sequence: index + 1, text }));
const [FIRST, SECOND, THIRD] = STORED as [
  (typeof STORED)[number],
  (typeof STORED)[number],
  (typeof STORED)[number],
];

test('stored changes may be more than were acknowledged', () => {
  assertAcknowledged(['first', 'third'], STORED);
});

test('an acknowledged change that is not stored is found', () => {
  assert.throws(() => assertAcknowledged(['first', 'fourth'], STORED), /fourth was acknowledged/);
});

test('a change that was carried out twice is found', () => {
  assert.throws(() => assertAcknowledged([], [...STORED, { sequence: 4, text: 'first' }]), /twice/);
});

test('entries may arrive later, or before they are read', () => {
  assertPrefix([FIRST, SECOND], STORED);
  assertPrefix(STORED, [FIRST]);
});

for (const [title, received] of [
  ['missing', [FIRST, THIRD]],
  ['repeated', [FIRST, FIRST]],
  ['out of order', [SECOND, FIRST]],
] as const) {
  test(`an entry that is ${title} is found`, () => {
    assert.throws(() => assertPrefix(received, STORED), /an entry other than the next one/);
  });
}
