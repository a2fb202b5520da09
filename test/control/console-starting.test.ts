import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConsoleServer } from '#guildhall/control/console/console-server.js';
import { allowAnyPeer } from '#guildhall/net/peer-check.js';

test('a page that asks while the console is bound but does not serve yet is refused at once', async () => {
  const server = await ConsoleServer.bind(0, allowAnyPeer);
  try {
    const response = await fetch(`${server.address.url}api/live`, { signal: AbortSignal.timeout(10_000) });
    assert.equal(response.status, 503);
    assert.equal(response.headers.get('connection'), 'close');
    assert.deepEqual(await response.json(), {
      error: { code: 'unavailable', message: 'Guildhall is starting.', hint: null },
    });
  } finally {
    await server.stop();
  }
});
