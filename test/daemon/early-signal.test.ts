import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { eventually } from '../helpers/eventually.js';

const MAIN = fileURLToPath(import.meta.resolve('#guildhall/cli/main.js'));

for (const [what, file] of [
  ['begun to start', 'daemon.lock'],
  ['told where it is', 'runtime.json'],
] as const) {
  test(`a daemon that is stopped when it has just ${what} shuts down in order`, async () => {
    const home = await mkdtemp(join(tmpdir(), 'guildhall-early-'));
    const flags = ['--home', home, '--rpc-ports', '22000-22999', '--api-port', '0', '--console-port', '0'];
    const child = spawn(process.execPath, [MAIN, 'start', '--no-open', ...flags], { stdio: 'ignore' });
    try {
      const exited = once(child, 'exit');
      await eventually(async () => (await readdir(home)).includes(file));
      child.kill('SIGTERM');
      assert.deepEqual(await exited, [0, null]);
      assert.ok(!(await readdir(home)).includes('runtime.json'));
    } finally {
      child.kill('SIGKILL');
      await rm(home, { recursive: true, force: true });
    }
  });
}
