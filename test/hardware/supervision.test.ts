// own process: it counts the descriptors of its process
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Hardware } from '#guildhall/hardware/hardware.js';
import { eventually } from '../helpers/eventually.js';
import { driverPid, driverPids, isAlive, openDescriptors } from './support/processes.js';
import { realTest } from './support/programs.js';
import { changesOf } from './support/real-hardware.js';
import { onX, useXServer, X_PROGRAMS } from './support/x-suite.js';

const STAND_IN = fileURLToPath(new URL('support/daemon-stand-in.js', import.meta.url));

describe('a driver that crashes', () => {
  const { x, withKeys } = useXServer();

  /** Does harm to the driver's process in a capture, and presses a key once another process listens. */
  async function survive(hardware: Hardware, signal: NodeJS.Signals): Promise<void> {
    const capture = await hardware.shortcuts.start();
    const changes = changesOf(capture);
    const harmed = driverPid('keyboard-mouse');
    process.kill(harmed, signal);
    await eventually(() => {
      const [pid] = driverPids('keyboard-mouse');
      return pid !== undefined && pid !== harmed && hardware.drivers()[0]?.state === 'running';
    });
    await eventually(async () => {
      await x().xdotool('key', 'F9');
      return changes.includes('f9');
    });
    await capture.stop();
    const next = await hardware.shortcuts.start();
    await x().xdotool('key', 'ctrl+F8');
    assert.deepEqual(
      (await next.completed).map(({ name }) => name),
      ['ctrl', 'f8'],
    );
    await next.stop();
  }

  for (const signal of ['SIGSEGV', 'SIGABRT', 'SIGKILL'] as const) {
    realTest(X_PROGRAMS, `by ${signal} in a capture is back, and the capture continues`, () =>
      withKeys((hardware) => survive(hardware, signal)),
    );
  }

  realTest(X_PROGRAMS, 'that hangs in a capture is killed and replaced', () =>
    withKeys((hardware) => survive(hardware, 'SIGSTOP')),
  );

  realTest(X_PROGRAMS, 'ignores terminal signals, because the daemon ends it', () =>
    withKeys(async (hardware) => {
      const capture = await hardware.shortcuts.start();
      const pid = driverPid('keyboard-mouse');
      process.kill(pid, 'SIGINT');
      process.kill(pid, 'SIGTERM');
      await x().xdotool('key', 'a');
      assert.equal((await capture.completed).length, 1);
      assert.equal(driverPid('keyboard-mouse'), pid);
      await capture.stop();
      await hardware.stop();
      assert.equal(isAlive(pid), false);
    }),
  );

  realTest(X_PROGRAMS, 'leaves no process, descriptor or file behind after repeated crashes', () =>
    withKeys(async (hardware) => {
      await survive(hardware, 'SIGSEGV');
      const descriptors = openDescriptors();
      for (const signal of ['SIGSEGV', 'SIGKILL'] as const) {
        await survive(hardware, signal);
        assert.equal(driverPids('keyboard-mouse').length, 1);
      }
      await eventually(() => openDescriptors() <= descriptors, {
        describe: () => `${openDescriptors()} descriptors instead of ${descriptors}`,
      });
    }),
  );

  realTest(X_PROGRAMS, 'does not outlive a killed daemon, even if it hangs', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'guildhall-stand-in-'));
    try {
      for (const hung of [false, true]) {
        const daemon = spawn(process.execPath, [STAND_IN, folder, 'capture'], {
          env: onX(x().display),
          stdio: ['ignore', 'pipe', 'inherit'],
        });
        await once(daemon.stdout, 'data');
        const host = driverPid('keyboard-mouse', daemon.pid);
        if (hung) process.kill(host, 'SIGSTOP');
        daemon.kill('SIGKILL');
        await eventually(() => !isAlive(host));
      }
      assert.deepEqual(await readdir(join(folder, 'drivers', 'keyboard-mouse')), []);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
