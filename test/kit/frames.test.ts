import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errorOf } from '#guildhall/kit/client/frames.js';

test('a refusal is read whatever its message is', () => {
  const deep = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`);
  for (const message of [{ toString: 1, valueOf: 1 }, deep, 5, null]) {
    const frame = { cmd: 'GET_GUILD', evt: 'ERROR', nonce: '1', data: { code: 4000, message } };
    assert.deepEqual(errorOf(frame), { code: 4000, message: 'Unknown Error' });
  }
});
