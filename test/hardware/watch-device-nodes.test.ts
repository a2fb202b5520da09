import assert from 'node:assert/strict';
import { test } from 'node:test';
import { watchDeviceNodes } from '#guildhall/hardware/watch-device-nodes.js';

test('a system without device nodes reports no change on its own', (context) => {
  context.mock.timers.enable({ apis: ['setInterval', 'setTimeout'] });
  const platform = Object.getOwnPropertyDescriptor(process, 'platform');
  assert.ok(platform);
  Object.defineProperty(process, 'platform', { ...platform, value: 'freebsd' });
  try {
    let changes = 0;
    const stop = watchDeviceNodes('/nonexistent', /./, () => {
      changes += 1;
    });
    context.mock.timers.tick(60_000);
    assert.equal(changes, 0);
    stop();
  } finally {
    Object.defineProperty(process, 'platform', platform);
  }
});
