import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HostLauncher } from '#guildhall/hardware/host/host-process.js';
import { LocalHardware } from '#guildhall/hardware/local-hardware.js';
import { silentLogger } from '#guildhall/platform/log.js';
import { withTemporaryFolder } from '../helpers/temporary-folder.js';
import { passUntil } from '../helpers/with-clock.js';
import { ManualClock } from './support/manual-clock.js';

/** Starts processes of drivers that hang. */
const hanging: HostLauncher = { launch: () => ({ send: () => {}, kill: () => {}, end: async () => {} }) };

test('a driver that hangs at its start is named after 12 seconds, though it is tried for longer', () =>
  withTemporaryFolder(async (stateFolder) => {
    const clock = new ManualClock();
    const environment = { DISPLAY: ':0' };
    const hardware = new LocalHardware({
      log: silentLogger,
      clock,
      stateFolder,
      environment,
      launcher: hanging,
    });
    const before = clock.now();
    const drivers = await passUntil(clock, hardware.checkDrivers());
    assert.ok(clock.now() - before < 13_000);
    assert.deepEqual(
      drivers.map(({ name, state, reason }) => [name, state, reason]),
      ['keyboard-mouse', 'gamepad', 'hid', 'audio'].map((name) => [name, 'starting', 'no answer for 12 s']),
    );
    await hardware.stop();
  }));
