import assert from 'node:assert/strict';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { runBackup } from '#guildhall/daemon/backup/backup-process.js';
import { eventually } from '../../helpers/eventually.js';
import { withTemporaryFolder } from '../../helpers/temporary-folder.js';

/** A command that begins a backup and never completes it. */
const HANGING = `
const target = process.argv[3];
require('node:fs').mkdirSync(target + '.partial-abc');
setInterval(() => {}, 1000);
`;

test('a backup that is being written ends when the daemon stops, and leaves nothing', () =>
  withTemporaryFolder(async (home) => {
    const program = join(home, 'hanging.cjs');
    await writeFile(program, HANGING);
    const folder = join(home, 'backups');
    const stopping = new AbortController();
    const options = { home, program, environment: process.env, stopping: stopping.signal };
    const backup = runBackup(options, folder, 'new.tar');
    const outcome = backup.then(
      () => 'written',
      (error: unknown) => String(error),
    );
    await eventually(async () => (await readdir(folder).catch(() => [])).length > 0);
    stopping.abort();
    assert.match(await outcome, /the daemon is shutting down/);
    assert.deepEqual(await readdir(folder), []);
    await assert.rejects(runBackup(options, folder, 'another.tar'), /the daemon is shutting down/);
  }));
