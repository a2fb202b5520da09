import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readForwardedReply } from '#guildhall/cluster/operations/forwarded-call.js';

function replyWith(headers: Record<string, string>): string {
  return JSON.stringify({ status: 429, headers, body: '{}' });
}

test('a reply of another node may have the headers of errors', () => {
  const headers = {
    'Retry-After': '1',
    'www-authenticate': 'Bearer error="insufficient_scope"',
    'x-ratelimit-reset-after': '2.5',
  };
  assert.deepEqual(readForwardedReply(replyWith(headers))?.headers, headers);
});

for (const [name, value] of [
  ['set-cookie', 'a=b'],
  ['content-length', '5'],
  ['retry-after\r\nset-cookie', '1'],
  ['retry-after', '1\r\nset-cookie: a=b'],
  ['retry-after', '\u{1f600}'],
] as const) {
  test(`a reply with the header ${JSON.stringify(`${name}: ${value}`)} is none`, () => {
    assert.equal(readForwardedReply(replyWith({ [name]: value })), null);
  });
}
