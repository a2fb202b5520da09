import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { letterAvatar } from '#guildhall/platform/text/letter-avatar.js';

describe('letterAvatar', () => {
  for (const [name, letter] of [
    ['game', 'G'],
    ['  ★ 3D', '3'],
    ['éclair', 'É'],
    ['משחק', 'מ'],
    ['\u202e!', '?'],
    ['', '?'],
  ] as const) {
    test(`has ${letter} for ${JSON.stringify(name)}`, () => {
      assert.equal(letterAvatar({ id: '100', name }).letter, letter);
    });
  }

  test('has one of six colors, constant per application', () => {
    const hues = Array.from(
      { length: 60 },
      (_, index) => letterAvatar({ id: `19000${index}`, name: 'a' }).hue,
    );
    assert.deepEqual(
      [...new Set(hues)].sort((a, b) => a - b),
      [0, 1, 2, 3, 4, 5],
    );
  });
});
