import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConnectionIds } from '#guildhall/rpc/transport/connection-acceptor.js';

test('ids of connections are 16 hexadecimal digits that do not repeat', () => {
  const ids = new ConnectionIds();
  const made = Array.from({ length: 1_000 }, () => ids.next());
  for (const id of made) assert.match(id, /^[0-9a-f]{16}$/);
  assert.equal(new Set(made).size, made.length);
});
