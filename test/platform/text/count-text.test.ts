import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countText } from '#guildhall/platform/text/count-text.js';

test('a count of one uses the singular noun', () => {
  assert.deepEqual(
    [0, 1, 2].map((count) => countText(count, 'error')),
    ['0 errors', '1 error', '2 errors'],
  );
});
