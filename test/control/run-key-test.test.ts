import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ControlError } from '#guildhall/control/errors.js';
import { KeyReadings } from '#guildhall/control/keys/key-readings.js';
import { type KeyTestListener, runKeyTest } from '#guildhall/control/keys/run-key-test.js';
import { ManualClock } from '../hardware/support/manual-clock.js';
import { eventually } from '../helpers/eventually.js';
import { MockDesktopNotifier } from '../mocks/mock-desktop-notifier.js';
import { MockHardware } from '../mocks/mock-hardware.js';

function setUp() {
  const [clock, hardware, notifier] = [new ManualClock(), new MockHardware(), new MockDesktopNotifier()];
  const keyReadings = new KeyReadings({ clock, notifier });
  const seen: string[] = [];
  const listener: KeyTestListener = {
    listening: () => seen.push('listening'),
    changed: (keys) => seen.push(keys.map(({ name }) => name).join('+')),
  };
  const run = (signal: AbortSignal) => runKeyTest({ hardware, keyReadings }, signal, listener);
  return { clock, hardware, notifier, run, seen };
}

const refused = (error: unknown) => error instanceof ControlError && error.code === 'refused';

test('a test reads keys for 15 seconds, shows a notification meanwhile, and is the only one', async () => {
  const { clock, hardware, notifier, run, seen } = setUp();
  const running = run(new AbortController().signal);
  await eventually(() => hardware.keys.listening);
  await eventually(() => notifier.shown.size === 1);
  await assert.rejects(run(new AbortController().signal), refused);
  hardware.keys.press('a');
  await clock.advance(14_999);
  assert.equal(hardware.keys.listening, true);
  await clock.advance(1);
  await running;
  assert.equal(hardware.keys.listening, false);
  assert.equal(notifier.shown.size, 0);
  assert.deepEqual(seen, ['listening', 'a']);
});

test('a test ends with its caller', async () => {
  const { hardware, run } = setUp();
  const gone = new AbortController();
  const running = run(gone.signal);
  await eventually(() => hardware.keys.listening);
  gone.abort();
  await running;
  assert.equal(hardware.keys.listening, false);
});

test('after five tests in a row one a minute is allowed', async () => {
  const { clock, run } = setUp();
  const gone = AbortSignal.abort();
  for (let round = 0; round < 5; round += 1) await run(gone);
  await assert.rejects(run(gone), refused);
  await clock.advance(60_000);
  await run(gone);
  await assert.rejects(run(gone), refused);
});

test('a test without an input driver is refused, and another one may follow', async () => {
  const { hardware, run } = setUp();
  hardware.setUnavailable('keyboard-mouse', 'no DISPLAY');
  for (let round = 0; round < 2; round += 1) {
    await assert.rejects(
      run(new AbortController().signal),
      (error) => error instanceof ControlError && error.code === 'unavailable',
    );
  }
});
