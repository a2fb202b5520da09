import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KeptReplies } from '#guildhall/cluster/requests/request-receiver.js';

test('replies are kept until newer ones need their room', () => {
  const replies = new KeptReplies(10);
  replies.keep('a', '12345');
  replies.keep('b', '12345');
  replies.keep('a', 'another');
  assert.deepEqual([replies.find('a'), replies.find('b')], ['12345', '12345']);
  replies.keep('c', '1');
  assert.deepEqual([replies.find('a'), replies.find('b'), replies.find('c')], [null, '12345', '1']);
  replies.keep('d', '12345678901');
  assert.deepEqual([replies.find('c'), replies.find('d')], [null, null]);
});
