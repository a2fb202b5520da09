import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { TestDaemon } from '../helpers/daemon.js';
import { eventually } from '../helpers/eventually.js';
import { noSessionBus, withSessionBus } from '../platform/support/session-bus.js';
import { TrayWatcher } from '../platform/support/tray-watcher.js';

test(
  'a daemon on a desktop is muted and stopped from its tray icon',
  { skip: noSessionBus },
  withSessionBus(async (address) => {
    const watcher = await TrayWatcher.start(address);
    const environment = { DBUS_SESSION_BUS_ADDRESS: address, GUILDHALL_NO_TRAY: 'false' };
    const daemon = await TestDaemon.start({ environment });
    try {
      await eventually(() => watcher.items.length === 1);
      await watcher.choose('Mute');
      await eventually(async () =>
        (await watcher.menu()).some(({ label, isChecked }) => label === 'Mute' && isChecked),
      );
      assert.equal((await daemon.cli<{ mute: boolean }>('voice', 'settings')).mute, true);
      const exited = once(daemon.process, 'exit');
      // A choice right after another one is ignored, as a flood of them would be.
      await eventually(async () => {
        if (daemon.process.exitCode === null) await watcher.choose('Quit Guildhall').catch(() => {});
        return daemon.process.exitCode !== null;
      });
      assert.deepEqual(await exited, [0, null]);
    } finally {
      await daemon.stop();
      watcher.stop();
    }
  }),
);
