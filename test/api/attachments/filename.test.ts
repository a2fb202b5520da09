import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { safeFilename } from '#guildhall/api/attachments/filename.js';
import { fc } from '../../helpers/fast-check.js';

describe('The name of a stored file', () => {
  const NAMES: readonly [given: string, safe: string][] = [
    ['notes.txt', 'notes.txt'],
    ['my holiday (1).png', 'my_holiday_1.png'],
    ['été.jpg', 'ete.jpg'],
    ['a/b\\c', 'abc'],
    ['..', 'file'],
    ['...hidden', 'hidden'],
    ['日本.png', 'file.png'],
    ['日本', 'file'],
    ['"; x=', '_x'],
    ['', 'file'],
    [`${'a'.repeat(200)}.jpeg`, `${'a'.repeat(95)}.jpeg`],
    ['a'.repeat(200), 'a'.repeat(100)],
  ];
  for (const [given, safe] of NAMES) {
    test(`${JSON.stringify(given.slice(0, 20))} is ${safe.slice(0, 20)}`, () => {
      assert.equal(safeFilename(given), safe);
    });
  }

  test('is safe as a path segment and in a header, for any input', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (given) => {
        const name = safeFilename(given);
        assert.match(name, /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}$/);
        assert.equal(safeFilename(name), name);
      }),
    );
  });
});
