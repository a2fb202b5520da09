import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { ForkingHostLauncher } from '#guildhall/hardware/host/forked-host-process.js';
import type { HostEnd } from '#guildhall/hardware/host/host-process.js';
import { silentLogger } from '#guildhall/platform/log.js';

test('a fault in handling a message of a driver process ends that process', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'guildhall-driver-fault-'));
  try {
    const launcher = new ForkingHostLauncher(folder, process.env, silentLogger);
    const end = await new Promise<HostEnd>((resolve) => {
      launcher.launch('hid', {
        frame: () => {
          throw new RangeError('injected fault');
        },
        ended: resolve,
      });
    });
    assert.equal(end.signal, 'SIGKILL');
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
});
