import assert from 'node:assert/strict';
import { lstat, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TestDaemon } from '../helpers/daemon.js';
import { endProcess, OTHER_UID, otherUserTest, startAs } from '../helpers/other-user.js';

/** The longest path that a Unix takes for a socket is shorter. */
const LONG = join('x'.repeat(60), 'y'.repeat(60));
const MAKE_FOLDER = `require('node:fs').mkdirSync(process.argv[1], { recursive: true }); console.log('made')`;

otherUserTest('folders of another user in /tmp do not affect a daemon with a long home', async () => {
  const squatted = `/tmp/guildhall-${process.getuid?.()}`;
  const { child } = await startAs(OTHER_UID, MAKE_FOLDER, squatted);
  await endProcess(child);
  const folder = await mkdtemp(join(tmpdir(), 'guildhall-test-'));
  try {
    const daemon = await TestDaemon.start({ home: join(folder, LONG) });
    try {
      assert.equal((await lstat(join(daemon.home, 'control.sock'))).mode & 0o777, 0o600);
      assert.equal((await daemon.cli<{ pid: number }>('status')).pid, daemon.runtime.pid);
    } finally {
      await daemon.stop();
    }
    await assert.rejects(lstat(join(folder, LONG, 'control.sock')), { code: 'ENOENT' });
  } finally {
    await rm(folder, { recursive: true, force: true });
    if ((await lstat(squatted)).uid === OTHER_UID) await rm(squatted, { recursive: true });
  }
});
