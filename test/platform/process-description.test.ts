import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { realpath } from 'node:fs/promises';
import { basename } from 'node:path';
import { describeProcess } from '#guildhall/platform/process-description.js';
import { realTest } from '../hardware/support/programs.js';
import { eventually } from '../helpers/eventually.js';

/** Without root a mount namespace needs a user namespace. */
const UNSHARE = process.getuid?.() === 0 ? ['--mount'] : ['--mount', '--map-root-user'];

realTest(
  ['unshare', 'sleep'],
  'a program in a sandbox is shown as such: its file may have any path there',
  async () => {
    const path = await realpath('/usr/bin/sleep').catch(() => realpath('/bin/sleep'));
    const child = spawn('unshare', [...UNSHARE, path, '60'], { stdio: 'ignore' });
    try {
      const found = await eventually(async () => {
        const described = await describeProcess(String(child.pid));
        return described?.path.startsWith(path) === true ? described : undefined;
      });
      assert.deepEqual(found, {
        pid: child.pid,
        name: `${basename(path)} (in a sandbox)`,
        path: `${path} (in a sandbox with files of its own)`,
      });
    } finally {
      child.kill('SIGKILL');
    }
  },
);
