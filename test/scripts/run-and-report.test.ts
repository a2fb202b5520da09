import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { eventually } from '../helpers/eventually.js';
import { onlyPosix } from '../helpers/only-on.js';
import { withTemporaryFolder } from '../helpers/temporary-folder.js';

const execute = promisify(execFile);

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

/** A job of two files: the result of the first is written, then it prints a line and hangs in the second. */
function hangingInSecond(folder: string, name: string, line: string) {
  const results = join(folder, name);
  const [first, second] = [`${name}/first`, `${name}/second`];
  const result = JSON.stringify({ name: first, passed: true, duration: 1, cpu: 1, counts: {} });
  // Under another name until it is written whole: what waits for the file reads it then.
  const [part, whole] = [JSON.stringify(`${results}.part`), JSON.stringify(results)];
  const write = `const { renameSync, writeFileSync } = require('node:fs');
    writeFileSync(${part}, ${JSON.stringify(`${result}\n`)}); renameSync(${part}, ${whole})`;
  const args = ['-e', `console.log(${JSON.stringify(line)}); ${write}; setInterval(() => {}, 1000)`];
  return { name, files: [first, second], results, command: process.execPath, args, timeout: 60_000 };
}

for (const [what, line, exitCode] of [
  ['is not a failure', '  \u2714 passes', 0],
  ['is one where a test has failed', '  \u2716 fails', 1],
] as const) {
  test(`a job that the signal ends ${what}, and its unfinished files are left`, () =>
    withTemporaryFolder(async (folder) => {
      const hanging = hangingInSecond(folder, 'hanging', line);
      // Ends once the other one hangs.
      const ending = `const { existsSync, writeFileSync } = require('node:fs');
        const timer = setInterval(() => {
          if (!existsSync(${JSON.stringify(hanging.results)})) return;
          clearInterval(timer);
          writeFileSync(${JSON.stringify(join(folder, 'ending'))}, JSON.stringify({ name: 'ending', passed: true, cpu: 1 }));
        }, 10)`;
      const jobs = [
        hanging,
        {
          ...hanging,
          name: 'ending',
          files: ['ending'],
          results: join(folder, 'ending'),
          args: ['-e', ending],
        },
        { ...hanging, name: 'waiting', files: ['waiting'] },
      ];
      const runner = `import { runAndReport } from ${JSON.stringify(RUN)};
        const stop = new AbortController();
        const passed = [];
        const onPass = (name) => passed.push(name) && stop.abort();
        const end = await runAndReport(${JSON.stringify(jobs)}, { onPass, signal: stop.signal, concurrency: 2 });
        console.log(JSON.stringify({ ...end, passed }));`;
      const { stdout } = await execute(process.execPath, ['--input-type=module', '-e', runner]);
      assert.deepEqual(JSON.parse(stdout.trim().split('\n').at(-1) ?? ''), {
        exitCode,
        left: ['hanging/second', 'waiting'],
        passed: ['ending', 'hanging/first'],
      });
    }));
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
