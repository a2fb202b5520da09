import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { eventually } from '../helpers/eventually.js';
import { withTemporaryFolder } from '../helpers/temporary-folder.js';

interface Job {
  name: string;
  command: string;
  args: readonly string[];
  timeout: number;
}

interface Result {
  job: Job;
  passed: boolean;
  timedOut: boolean;
  isCancelled: boolean;
  output: string;
}

interface Options {
  concurrency: number;
  onEnd(result: Result): void;
  onStart?(running: Job[]): void;
  signal?: AbortSignal;
}

const { runJobs } = (await import(new URL('../../scripts/lib/tests/job-pool.mjs', import.meta.url).href)) as {
  runJobs(jobs: readonly Job[], options: Options): Promise<void>;
};

const job = (name: string, program: string, timeout = 60_000): Job => ({
  name,
  command: process.execPath,
  args: ['-e', program],
  timeout,
});

async function run(jobs: readonly Job[], options: Partial<Options> = {}) {
  const results: Result[] = [];
  await runJobs(jobs, { concurrency: 1, onEnd: (result) => results.push(result), ...options });
  return results;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('jobs start in order, and each returns its output and result', async () => {
  const jobs = [
    job('good', 'console.log("out"); console.error("err")'),
    job('bad', 'process.exit(3)'),
    { ...job('absent', ''), command: '/nonexistent/program' },
  ];
  const results = await run(jobs);
  assert.deepEqual(
    results.map(({ job: { name }, passed }) => [name, passed]),
    [
      ['good', true],
      ['bad', false],
      ['absent', false],
    ],
  );
  assert.deepEqual(results[0]?.output.trim().split('\n').sort(), ['err', 'out']);
  assert.match(results[2]?.output ?? '', /ENOENT/);
});

test('the number of running jobs is limited by the concurrency', async () => {
  const counts: number[] = [];
  const jobs = Array.from({ length: 5 }, (_, index) => job(`${index}`, 'setTimeout(() => {}, 50)'));
  await run(jobs, { concurrency: 2, onStart: (running) => counts.push(running.length) });
  assert.equal(Math.max(...counts), 2);
});

test('a hanging job fails and is killed after its timeout', async () => {
  const results = await run([job('hanging', 'setInterval(() => {}, 1000)', 200)]);
  assert.deepEqual([results[0]?.passed, results[0]?.timedOut], [false, true]);
});

test('a hanging job is killed together with its child processes', () =>
  withTemporaryFolder(async (folder) => {
    const file = join(folder, 'pid');
    const start =
      'const child = require("node:child_process").spawn(process.execPath, ["-e", "setTimeout(() => {}, 60_000)"]); ' +
      'process.once("SIGTERM", () => process.exit()); setInterval(() => {}, 1000); ' +
      `require("node:fs").writeFileSync(${JSON.stringify(file)}, child.pid + "\\n")`;
    const controller = new AbortController();
    const ended = run([job('starting', start)], { signal: controller.signal });
    const pid = await eventually(async () => {
      const written = await readFile(file, 'utf8').catch(() => '');
      return written.endsWith('\n') && Number(written);
    });
    controller.abort();
    await ended;
    // Its new parent may take a moment to reap it.
    await eventually(() => !isRunning(pid));
  }));

test('a leftover process of a job does not block other jobs', async () => {
  const leave =
    'const child = require("node:child_process").spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], ' +
    '{ stdio: "inherit", detached: true }); console.log(child.pid); child.unref()';
  const results = await run([job('leaving', leave)]);
  assert.equal(results[0]?.passed, true);
  const pid = Number(results[0]?.output);
  assert.equal(isRunning(pid), true);
  process.kill(pid, 'SIGKILL');
});

test('a hanging job is killed on systems without process groups', async (context) => {
  const platform = Object.getOwnPropertyDescriptor(process, 'platform') ?? {};
  Object.defineProperty(process, 'platform', { ...platform, value: 'win32' });
  context.mock.method(process, 'kill', () => {
    throw new TypeError('there are no process groups');
  });
  try {
    const results = await run([job('hanging', 'setInterval(() => {}, 1000)', 200)]);
    assert.equal(results[0]?.timedOut, true);
  } finally {
    Object.defineProperty(process, 'platform', platform);
  }
});

test('an abort does not kill a timed-out job again', async (context) => {
  const controller = new AbortController();
  const { kill } = process;
  const signals: unknown[] = [];
  context.mock.method(process, 'kill', (pid: number, signal?: NodeJS.Signals) => {
    signals.push(signal);
    if (signal === 'SIGTERM') setImmediate(() => controller.abort());
    return kill.call(process, pid, signal);
  });
  const program = 'trap "sleep 1; exit" TERM; sleep 20 & wait';
  const slow = { name: 'slow', command: 'sh', args: ['-c', program], timeout: 300 };
  const results = await run([slow], { signal: controller.signal });
  assert.equal(results[0]?.timedOut, true);
  assert.equal(controller.signal.aborted, true);
  assert.equal(signals.filter((signal) => signal === 'SIGTERM').length, 1);
});

test('an abort kills running jobs and starts no more', async () => {
  const controller = new AbortController();
  const jobs = [job('hanging', 'setInterval(() => {}, 1000)'), job('waiting', '')];
  const onStart = () => setImmediate(() => controller.abort());
  const results = await run(jobs, { signal: controller.signal, onStart });
  assert.deepEqual(
    results.map(({ job: { name }, passed, isCancelled }) => [name, passed, isCancelled]),
    [['hanging', false, true]],
  );
});
