import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { eventually } from '../helpers/eventually.js';
import { onlyPosix } from '../helpers/only-on.js';
import { withTemporaryFolder } from '../helpers/temporary-folder.js';

const RUN = new URL('../../scripts/lib/tests/run-and-report.mjs', import.meta.url).href;

/** Runs a job that hangs, after it has written its process id to a file. */
function program(file: string): string {
  const write = `require('node:fs').writeFileSync(${JSON.stringify(file)}, process.pid + '\\n')`;
  const job = { name: 'hanging', args: ['-e', `${write}; setInterval(() => {}, 1000)`], timeout: 60_000 };
  return `import { runAndReport } from ${JSON.stringify(RUN)};
    const job = { ...${JSON.stringify(job)}, command: process.execPath };
    process.exitCode = (await runAndReport([job])).exitCode;`;
}

test(
  'closing the terminal ends the jobs',
  {
    skip: onlyPosix('there are no signals on Windows'),
  },
  () =>
    withTemporaryFolder(async (folder) => {
      const file = join(folder, 'pid');
      const runner = spawn(process.execPath, ['--input-type=module', '-e', program(file)], {
        stdio: 'ignore',
      });
      const text = await eventually(async () => {
        const written = await readFile(file, 'utf8').catch(() => '');
        return written.endsWith('\n') && written;
      });
      const pid = Number(text);
      try {
        const ended = once(runner, 'exit');
        runner.kill('SIGHUP');
        assert.deepEqual(await ended, [130, null]);
        assert.throws(() => process.kill(pid, 0), { code: 'ESRCH' });
      } finally {
        runner.kill('SIGKILL');
        if (isRunning(pid)) process.kill(pid, 'SIGKILL');
      }
    }),
);

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
