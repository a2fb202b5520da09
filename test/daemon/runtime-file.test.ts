import assert from 'node:assert/strict';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { publishRuntime } from '#guildhall/daemon/runtime-file.js';
import { LOOK_FOR_FILES_MS } from '#guildhall/platform/files/removed-file.js';
import { silentLogger } from '#guildhall/platform/log.js';
import { ManualClock } from '../hardware/support/manual-clock.js';
import { eventually } from '../helpers/eventually.js';
import { withTemporaryFolder } from '../helpers/temporary-folder.js';

const RUNTIME = {
  ...{ pid: 12, version: '1.0.0', started_at: '2026-01-01T00:00:00.000000+00:00' },
  rpc: { host: '127.0.0.1', port: 6463 },
  ipc: { path: '/run/user/1000/discord-ipc-0' },
  api: { url: 'http://127.0.0.1:6480/api' },
  console: { url: 'http://127.0.0.1:6490/' },
};

test('runtime.json is written again if it is removed while the daemon runs, and not after', () =>
  withTemporaryFolder(async (home) => {
    const path = join(home, 'runtime.json');
    const clock = new ManualClock();
    const published = await publishRuntime(path, RUNTIME, { clock, log: silentLogger });
    await rm(path);
    await clock.advance(LOOK_FOR_FILES_MS);
    await eventually(async () => (await readFile(path, 'utf8').catch(() => '')) !== '');
    assert.deepEqual(JSON.parse(await readFile(path, 'utf8')), RUNTIME);
    await published.stop();
    await assert.rejects(readFile(path), { code: 'ENOENT' });
    assert.equal(clock.timers, 0);
  }));
