import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { isAlive } from '../hardware/support/processes.js';
import { realTest } from '../hardware/support/programs.js';
import { eventually } from '../helpers/eventually.js';
import { onlyLinux } from '../helpers/only-on.js';
import { withTemporaryFolder } from '../helpers/temporary-folder.js';

const SCRIPTS = new URL('../../scripts/lib/', import.meta.url);
const [RUN, POOL, JOBS, ENGINES] = [
  'run-program.mjs',
  'tests/job-pool.mjs',
  'tests/test-jobs.mjs',
  'tests/shared-engines.mjs',
].map((name) => JSON.stringify(new URL(name, SCRIPTS).href));

/** Runs forever, as does a program that it starts; writes the process ids of both to a file. */
const PROGRAM = `import { spawn } from 'node:child_process';
import { once } from 'node:events';
  import { writeFileSync } from 'node:fs';
  const child = spawn('sleep', ['infinity'], { stdio: 'ignore' });
  writeFileSync(process.env.PIDS, process.pid + ' ' + child.pid + '\\n');
  await new Promise(() => setInterval(() => {}, 1000));`;
const RUN_PROGRAM = `const { runProgram } = await import(${RUN});
  runProgram(process.env.PROGRAM);`;
const RUN_JOB = `const [{ runJobs }, { TestJobs }] = await Promise.all([import(${POOL}), import(${JOBS})]);
  const [job] = new TestJobs().make(['platform/async/events.test.js']);
  await runJobs([{ ...job, args: [...job.args.slice(0, -1), process.env.PROGRAM] }], { concurrency: 1, onEnd() {} });`;

for (const [what, script, signal] of [
  ['a program that a script runs', RUN_PROGRAM, 'SIGTERM'],
  ['a program that a script runs', RUN_PROGRAM, 'SIGKILL'],
  ['a job of tests', RUN_JOB, 'SIGKILL'],
] as const)
  test(
    `${what} ends, with what it started, when ${signal} ends the script`,
    { skip: onlyLinux('processes are read from /proc') },
    () =>
      withTemporaryFolder(async (folder) => {
        const [program, file] = [join(folder, 'program.mjs'), join(folder, 'pids')];
        await writeFile(program, PROGRAM);
        const runner = spawn(process.execPath, ['--input-type=module', '-e', script], {
          env: { ...process.env, PROGRAM: program, PIDS: file },
          stdio: 'ignore',
        });
        const written = await eventually(async () => {
          const pidsRead = await readFile(file, 'utf8').catch(() => '');
          return pidsRead.endsWith('\n') && pidsRead;
        });
        const pids = written.split(' ').map(Number);
        try {
          runner.kill(signal);
          await eventually(() => !pids.some(isAlive));
        } finally {
          for (const pid of pids) if (isAlive(pid)) process.kill(pid, 'SIGKILL');
        }
      }),
  );

realTest(['nats-server'], 'a server that tests share ends when SIGKILL ends their run', async () => {
  const script = `const { startSharedEngines } = await import(${ENGINES});
    console.log((await startSharedEngines()).env.GUILDHALL_TEST_ENGINES);`;
  const runner = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [path] = await once(runner.stdout, 'data');
  const asking = connect(String(path).trim());
  asking.write('nats');
  const { hostname, port } = new URL(await text(asking));
  const ended = async () => {
    const socket = connect(Number(port), hostname);
    const isRefused = await once(socket, 'connect').then(
      () => false,
      () => true,
    );
    socket.destroy();
    return isRefused;
  };
  assert.equal(await ended(), false);
  runner.kill('SIGKILL');
  await eventually(ended);
});

test('a script learns how the program that it runs has ended', () =>
  withTemporaryFolder(async (folder) => {
    const program = join(folder, 'program.mjs');
    await writeFile(program, 'process.exitCode = Number(process.argv[2]) + Number(process.env.MORE);');
    const { runProgram } = await import(new URL('run-program.mjs', SCRIPTS).href);
    assert.deepEqual(runProgram(program, ['3'], { env: { MORE: '4' } }), { status: 7, signal: null });
  }));
