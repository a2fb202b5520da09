import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { KeySource } from '#guildhall/hardware/input/key-source.js';
import { MergedKeySource } from '#guildhall/hardware/input/merged-key-source.js';
import { KeyShortcutCapturer } from '#guildhall/hardware/input/shortcut-capturer.js';
import { silentLogger } from '#guildhall/platform/log.js';
import { MockHardware } from '../mocks/mock-hardware.js';
import { MockKeySource } from '../mocks/mock-key-source.js';
import { ManualClock } from './support/manual-clock.js';
import { changesOf } from './support/real-hardware.js';

describe('a shortcut capture', () => {
  test('reports each press and resolves with the first complete combination', async () => {
    const { keys, shortcuts } = new MockHardware();
    const capture = await shortcuts.start();
    const changes = changesOf(capture);
    keys.press('ctrl', 'shift', 'f5');
    keys.release('f5', 'ctrl', 'shift');
    assert.deepEqual(
      (await capture.completed).map(({ type, code, name }) => [type, code, name]),
      [
        [2, 0xe0, 'ctrl'],
        [2, 0xe1, 'shift'],
        [0, 0x3e, 'f5'],
      ],
    );
    keys.press('mouse left');
    assert.deepEqual(changes, ['ctrl', 'ctrl+shift', 'ctrl+shift+f5', 'mouse left']);
    await capture.stop();
  });

  test('reports a key of one driver while another is still starting', async () => {
    const [fast, slow] = [new MockKeySource(), new MockKeySource()];
    let start = () => {};
    const started = new Promise<void>((resolve) => {
      start = resolve;
    });
    const starting: KeySource = {
      async listen(listener) {
        await started;
        return slow.listen(listener);
      },
    };
    const source = new MergedKeySource([fast, starting], new ManualClock(), silentLogger);
    const changes: string[] = [];
    const capturing = new KeyShortcutCapturer(source, silentLogger).start((shortcut) => {
      changes.push(shortcut.map(({ name }) => name).join('+'));
    });
    fast.press('i');
    fast.release('i');
    start();
    const capture = await capturing;
    assert.deepEqual(changes, ['i']);
    assert.deepEqual(
      (await capture.completed).map(({ name }) => name),
      ['i'],
    );
    await capture.stop();
  });

  test('listens to keys only while it runs', async () => {
    const { keys, shortcuts } = new MockHardware();
    assert.equal(keys.listening, false);
    const capture = await shortcuts.start();
    const changes = changesOf(capture);
    assert.equal(keys.listening, true);
    await capture.stop();
    assert.equal(keys.listening, false);
    keys.press('a');
    assert.deepEqual(changes, []);
    assert.deepEqual(await capture.completed, []);
  });

  test('resolves at its end with the keys that are down', async () => {
    const { keys, shortcuts } = new MockHardware();
    const capture = await shortcuts.start();
    keys.press('alt', 'i');
    await capture.stop();
    assert.deepEqual(
      (await capture.completed).map(({ name }) => name),
      ['alt', 'i'],
    );
  });

  test('receives every key while other captures run', async () => {
    const { keys, shortcuts } = new MockHardware();
    const [one, other] = [await shortcuts.start(), await shortcuts.start()];
    const [first, second] = [changesOf(one), changesOf(other)];
    keys.press('a');
    await one.stop();
    keys.press('b');
    assert.deepEqual(first, ['a']);
    assert.deepEqual(second, ['a', 'a+b']);
    await other.stop();
  });

  test('forgets the keys that were down when the driver crashed, and continues', async () => {
    const { keys, shortcuts } = new MockHardware();
    const capture = await shortcuts.start();
    const changes = changesOf(capture);
    keys.press('ctrl');
    keys.interrupt();
    keys.press('f5');
    keys.release('f5');
    assert.deepEqual(changes, ['ctrl', 'f5']);
    assert.equal((await capture.completed).length, 1);
    await capture.stop();
  });

  test('is refused with reason and hint without an input driver', async () => {
    const hardware = new MockHardware();
    hardware.setUnavailable('keyboard-mouse', 'no DISPLAY', 'set DISPLAY');
    await assert.rejects(hardware.shortcuts.start(), {
      name: 'DriverUnavailableError',
      reason: 'no DISPLAY',
      hint: 'set DISPLAY',
    });
  });

  test('ends with the hardware', async () => {
    const hardware = new MockHardware();
    const capture = await hardware.shortcuts.start();
    await hardware.stop();
    assert.deepEqual(await capture.completed, []);
    assert.equal(hardware.keys.listening, false);
  });
});

test('keys are not read after a stop that came while a capture or a watch began', async () => {
  const keys = new MockKeySource();
  const capturer = new KeyShortcutCapturer(keys, silentLogger);
  const begun = [capturer.start(), capturer.watch([], () => {})];
  await capturer.stop();
  await Promise.all(begun);
  assert.equal(keys.listening, false);
});
