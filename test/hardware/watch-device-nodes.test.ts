import assert from 'node:assert/strict';
import { test } from 'node:test';
import { watchVideoInputs } from '#guildhall/hardware/video/video-inputs.js';
import { watchDeviceNodes } from '#guildhall/hardware/watch-device-nodes.js';

/** Runs something as if on another system. */
function onSystem(name: NodeJS.Platform, run: () => void): void {
  const platform = Object.getOwnPropertyDescriptor(process, 'platform');
  assert.ok(platform);
  Object.defineProperty(process, 'platform', { ...platform, value: name });
  try {
    run();
  } finally {
    Object.defineProperty(process, 'platform', platform);
  }
}

test('a system without device nodes reports no change on its own', (context) => {
  context.mock.timers.enable({ apis: ['setInterval', 'setTimeout'] });
  onSystem('freebsd', () => {
    let changes = 0;
    const stop = watchDeviceNodes('/nonexistent', /./, () => {
      changes += 1;
    });
    context.mock.timers.tick(60_000);
    assert.equal(changes, 0);
    stop();
  });
});

test('a system that refuses its notifications leaves the driver running', () => {
  class Watcher {
    constructor() {
      throw new TypeError('the system refuses access to its events');
    }

    stop() {}
  }
  const binding = { Watcher, reportDescriptor: () => Buffer.of(), findButton: () => null, placeOf: () => '' };
  onSystem('win32', () => watchDeviceNodes('/dev/input', /./, () => {}, { binding })());
});

test('cameras are looked for on Linux alone', (context) => {
  const timers = context.mock.method(globalThis, 'setInterval');
  onSystem('win32', () => watchVideoInputs(() => {})());
  assert.equal(timers.mock.callCount(), 0);
});
