import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe } from 'node:test';
import { DriverUnavailableError } from '#guildhall/hardware/errors.js';
import { DriverHost } from '#guildhall/hardware/host/driver-host.js';
import { ForkingHostLauncher } from '#guildhall/hardware/host/forked-host-process.js';
import { DriverKeySource } from '#guildhall/hardware/input/driver-key-source.js';
import { KEYBOARD_MOUSE } from '#guildhall/hardware/input/keyboard-mouse-contract.js';
import { MergedKeySource } from '#guildhall/hardware/input/merged-key-source.js';
import { KeyShortcutCapturer } from '#guildhall/hardware/input/shortcut-capturer.js';
import { systemClock } from '#guildhall/platform/clock.js';
import { silentLogger } from '#guildhall/platform/log.js';
import { MockKeySource } from '../mocks/mock-key-source.js';
import { realTest } from './support/programs.js';
import { onX, useXServer, X_PROGRAMS } from './support/x-suite.js';

describe('the keyboard-mouse driver', () => {
  const { x } = useXServer();

  realTest(X_PROGRAMS, 'works while the gamepad driver does not', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'guildhall-keyboard-'));
    const launcher = new ForkingHostLauncher(folder, onX(x().display), silentLogger);
    const options = { launcher, clock: systemClock, log: silentLogger, precondition: () => null };
    const keyboard = new DriverHost(KEYBOARD_MOUSE, options);
    const gamepads = new MockKeySource();
    gamepads.unavailable = new DriverUnavailableError('gamepad', 'there is no /dev/input', null);
    try {
      const sources = [new DriverKeySource(keyboard, silentLogger), gamepads];
      const keys = new MergedKeySource(sources, systemClock, silentLogger);
      const capture = await new KeyShortcutCapturer(keys, silentLogger).start();
      await x().xdotool('key', 'i');
      assert.deepEqual(await capture.completed, [{ type: 0, code: 0x0c, name: 'i' }]);
      await capture.stop();
    } finally {
      await keyboard.stop();
      await rm(folder, { recursive: true, force: true });
    }
  });
});
