import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pageModule } from './page-modules.js';

interface Arming {
  start(): void;
  stop(): void;
}

const { Arming } = (await pageModule('shell/arming.js')) as {
  Arming: new (setEnabled: (isEnabled: boolean) => void, page: object) => Arming;
};

const ARMING = 600;

/** A window whose focus the test moves. */
class MockWindow extends EventTarget {
  hasFocus = true;
  readonly document = { hasFocus: () => this.hasFocus };

  focus(hasFocus: boolean): void {
    this.hasFocus = hasFocus;
    this.dispatchEvent(new Event(hasFocus ? 'focus' : 'blur'));
  }
}

test('a question of others can be answered once its window has had the focus for a moment', ({ mock }) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const window = new MockWindow();
  let isEnabled = true;
  const arming = new Arming((now) => {
    isEnabled = now;
  }, window);
  const assertEnabledAfter = (ms: number) => {
    assert.equal(isEnabled, false);
    mock.timers.tick(ms - 1);
    assert.equal(isEnabled, false);
    mock.timers.tick(1);
    assert.equal(isEnabled, true);
  };
  window.focus(true);
  assert.equal(isEnabled, true, 'nothing is asked');
  arming.start();
  assertEnabledAfter(ARMING);
  // A window that covered this one is closed by the first click of two.
  window.focus(false);
  mock.timers.tick(10 * ARMING);
  assert.equal(isEnabled, false);
  window.focus(true);
  assertEnabledAfter(ARMING);
  arming.stop();
  window.focus(true);
  mock.timers.tick(ARMING);
  assert.equal(isEnabled, false);
  window.focus(false);
  arming.start();
  mock.timers.tick(ARMING);
  assert.equal(isEnabled, false, 'it was shown behind another window');
});
