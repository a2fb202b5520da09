import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SAVED_FILES } from '#guildhall/daemon/saved-files.js';

test('no saved file of a home that does not exist is damaged', async () => {
  for (const { file, read } of SAVED_FILES) {
    await assert.doesNotReject(async () => read(`/nowhere/home/${file}`), file);
  }
});
