import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { TestDaemon } from '../helpers/daemon.js';
import { eventually } from '../helpers/eventually.js';
import { withTemporaryFolder } from '../helpers/temporary-folder.js';

const posix = { skip: process.platform === 'win32' ? 'there are no signals on Windows' : false };
const PRELOAD = new URL('./support/report-loaded-modules.js', import.meta.url).href;

test('a daemon that serves has not loaded fetch', posix, () =>
  withTemporaryFolder(async (folder) => {
    const report = join(folder, 'report.json');
    const environment = { NODE_OPTIONS: `--import=${PRELOAD}`, GUILDHALL_TEST_REPORT: report };
    const daemon = await TestDaemon.start({ environment });
    try {
      daemon.process.kill('SIGUSR2');
      const loaded = await eventually(() => readFile(report, 'utf8').then(JSON.parse, () => undefined));
      assert.ok(loaded.includes('NativeModule http'), 'the modules were not found');
      assert.ok(!loaded.includes('NativeModule internal/deps/undici/undici'));
    } finally {
      await daemon.stop();
    }
  }),
);
