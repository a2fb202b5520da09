import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { TestDaemon } from '../helpers/daemon.js';
import { eventually } from '../helpers/eventually.js';
import { withTemporaryFolder } from '../helpers/temporary-folder.js';

const posix = { skip: process.platform === 'win32' ? 'there are no signals on Windows' : false };
const PRELOAD = new URL('./support/report-young-generation.js', import.meta.url).href;
const MEGABYTE = 1024 * 1024;

test('the space for new objects of a daemon that has started is small', posix, () =>
  withTemporaryFolder(async (folder) => {
    const report = join(folder, 'report.json');
    const environment = { NODE_OPTIONS: `--import=${PRELOAD}`, GUILDHALL_TEST_REPORT: report };
    const daemon = await TestDaemon.start({ environment });
    try {
      daemon.process.kill('SIGUSR2');
      const size = await eventually(() => readFile(report, 'utf8').then(JSON.parse, () => undefined));
      assert.ok(size > 0 && size <= 4 * MEGABYTE, `it has ${size} bytes`);
    } finally {
      await daemon.stop();
    }
  }),
);
