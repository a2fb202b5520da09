import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { DriverName } from '#guildhall/hardware/drivers.js';
import { DriverUnavailableError } from '#guildhall/hardware/errors.js';
import type { KeyListener, KeyListening, KeySource } from '#guildhall/hardware/input/key-source.js';
import { MergedKeySource } from '#guildhall/hardware/input/merged-key-source.js';
import { KeyShortcutCapturer } from '#guildhall/hardware/input/shortcut-capturer.js';
import { silentLogger } from '#guildhall/platform/log.js';
import { MockKeySource } from '../mocks/mock-key-source.js';
import { ManualClock, settle } from './support/manual-clock.js';
import { changesOf } from './support/real-hardware.js';

/** A source that listens, or fails, when the test says so. */
class SlowKeySource implements KeySource {
  readonly keys = new MockKeySource();
  answer: () => void = () => {};

  async listen(listener: KeyListener): Promise<KeyListening> {
    await new Promise<void>((resolve) => {
      this.answer = resolve;
    });
    return await this.keys.listen(listener);
  }
}

function lacking(driver: DriverName, reason: string, hint: string | null = null): MockKeySource {
  const source = new MockKeySource();
  source.unavailable = new DriverUnavailableError(driver, reason, hint);
  return source;
}

function capturerOf(clock: ManualClock, ...sources: KeySource[]): KeyShortcutCapturer {
  return new KeyShortcutCapturer(new MergedKeySource(sources, clock, silentLogger), silentLogger);
}

describe('keyboard and gamepads as one source', () => {
  test('combine keys of all sources', async () => {
    const [keyboard, gamepad] = [new MockKeySource(), new MockKeySource()];
    const capture = await capturerOf(new ManualClock(), keyboard, gamepad).start();
    const changes = changesOf(capture);
    keyboard.press('ctrl');
    gamepad.press('gamepad a');
    assert.deepEqual(changes, ['ctrl', 'ctrl+gamepad a']);
    await capture.stop();
    assert.deepEqual([keyboard.listening, gamepad.listening], [false, false]);
  });

  test('work without a source that is unavailable', async () => {
    const keyboard = new MockKeySource();
    const clock = new ManualClock();
    const capture = await capturerOf(clock, keyboard, lacking('gamepad', 'there is no /dev/input')).start();
    const changes = changesOf(capture);
    keyboard.press('a');
    assert.deepEqual(changes, ['a']);
    await capture.stop();
    assert.equal(clock.timers, 0);
  });

  test('fail if all sources fail, with the reasons and hints of all', async () => {
    const capturer = capturerOf(
      new ManualClock(),
      lacking('keyboard-mouse', 'no DISPLAY', 'set DISPLAY'),
      lacking('gamepad', 'there is no /dev/input'),
    );
    await assert.rejects(capturer.start(), {
      name: 'DriverUnavailableError',
      reason: 'keyboard-mouse: no DISPLAY; gamepad: there is no /dev/input',
      hint: 'set DISPLAY',
    });
  });

  test('fail if one source fails and the other has no devices', async () => {
    const gamepads = new MockKeySource();
    gamepads.hasKeys = false;
    const clock = new ManualClock();
    const denied = lacking('keyboard-mouse', 'no permission', 'join the group');
    await assert.rejects(capturerOf(clock, denied, gamepads).start(), {
      reason: 'no permission',
      hint: 'join the group',
    });
    assert.equal(gamepads.listening, false);
    const capture = await capturerOf(clock, gamepads).start();
    assert.equal(gamepads.listening, true);
    await capture.stop();
  });

  test('start half a second after the first source at the latest; a slow source joins later', async () => {
    const clock = new ManualClock();
    const [keyboard, slow] = [new MockKeySource(), new SlowKeySource()];
    let begun = false;
    const starting = capturerOf(clock, keyboard, slow).start();
    void starting.then(() => {
      begun = true;
    });
    await clock.advance(499);
    assert.equal(begun, false);
    await clock.advance(1);
    assert.equal(begun, true);
    const capture = await starting;
    const changes = changesOf(capture);
    slow.answer();
    await settle();
    slow.keys.press('gamepad b');
    assert.deepEqual(changes, ['gamepad b']);
    await capture.stop();
    assert.equal(slow.keys.listening, false);
  });

  test('stop a source that starts after the end', async () => {
    const clock = new ManualClock();
    const slow = new SlowKeySource();
    const starting = capturerOf(clock, new MockKeySource(), slow).start();
    await clock.advance(500);
    const capture = await starting;
    await capture.stop();
    slow.answer();
    await settle();
    assert.equal(slow.keys.listening, false);
  });

  test('drop a combination only when a source of its keys crashes', async () => {
    const [keyboard, gamepad] = [new MockKeySource(), new MockKeySource()];
    const capture = await capturerOf(new ManualClock(), keyboard, gamepad).start();
    const changes = changesOf(capture);
    keyboard.press('ctrl');
    gamepad.interrupt();
    keyboard.press('f5');
    keyboard.interrupt();
    keyboard.press('f6');
    assert.deepEqual(changes, ['ctrl', 'ctrl+f5', 'f6']);
    await capture.stop();
  });
});
