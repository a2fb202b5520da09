// test:all drivers: an X server is killed and started again, and looked for every second

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { awaitDisplay, xSocketOf } from '#guildhall/hardware/input/x-display-return.js';
import { eventually } from '../helpers/eventually.js';
import { withTemporaryFolder } from '../helpers/temporary-folder.js';
import { ManualClock } from './support/manual-clock.js';
import { realTest } from './support/programs.js';
import { changesOf, withHardware } from './support/real-hardware.js';
import { startXServer } from './support/x-server.js';
import { onX, X_PROGRAMS } from './support/x-suite.js';

realTest(
  X_PROGRAMS,
  'a capture continues when the X server returns, and status says why it waits',
  async () => {
    const first = await startXServer();
    await withHardware(onX(first.display), async (hardware) => {
      const capture = await hardware.shortcuts.start();
      const changes = changesOf(capture);
      await first.xdotool('key', 'a');
      await eventually(() => changes.length > 0);
      const state = () => hardware.drivers().find(({ name }) => name === 'keyboard-mouse');
      await first.stop();
      await eventually(() => state()?.state === 'unavailable');
      assert.match(state()?.reason ?? '', new RegExp(`the X display ${first.display} cannot be reached`));
      const second = await startXServer(first.display);
      try {
        assert.equal(second.display, first.display);
        await eventually(() => state()?.state === 'running');
        const heard = changes.length;
        await eventually(async () => {
          await second.xdotool('key', 'b');
          return changes.length > heard;
        });
        assert.equal(changes.at(-1), 'b');
      } finally {
        await capture.stop();
        await second.stop();
      }
    });
  },
);

test('a display is reported when it accepts connections, and again after it was gone', () =>
  withTemporaryFolder(async (folder) => {
    const socket = join(folder, 'X1');
    const clock = new ManualClock();
    let returned = 0;
    const end = awaitDisplay(socket, clock, () => (returned += 1));
    let accepted = 0;
    for (const times of [1, 2]) {
      const server = createServer((connection) => {
        accepted += 1;
        connection.on('error', () => {}).destroy();
      });
      server.listen(socket);
      await once(server, 'listening');
      await eventually(async () => {
        await clock.advance(1_000);
        return returned === times;
      });
      const before = accepted;
      await eventually(async () => {
        await clock.advance(1_000);
        return accepted > before + 1;
      });
      assert.equal(returned, times);
      server.close();
      await once(server, 'close');
      await clock.advance(1_000);
    }
    end();
    assert.equal(clock.timers, 0);
  }));

test('only displays of this machine have a socket', () => {
  assert.deepEqual([':0', ':12.0', 'unix:3', 'host:0', 'localhost:10.0'].map(xSocketOf), [
    '/tmp/.X11-unix/X0',
    '/tmp/.X11-unix/X12',
    '/tmp/.X11-unix/X3',
    null,
    null,
  ]);
});
