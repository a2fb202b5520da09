import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

interface Job {
  readonly name: string;
  readonly files: readonly string[];
  readonly command: string;
  readonly args: readonly string[];
  readonly env: { readonly GUILDHALL_TEST_RESULTS: string };
}

interface FileResult {
  readonly name: string;
  readonly passed: boolean;
}

const { TestJobs, readFileResults } = (await import(
  new URL('../../scripts/lib/tests/test-jobs.mjs', import.meta.url).href
)) as {
  TestJobs: new () => { make(names: readonly string[]): Job[] };
  readFileResults(job: Job): FileResult[];
};

/** A test file that cannot share its process. */
const OWN = 'platform/text/local-time.test.js';

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guildhall-load-files-'));
});
after(() => rm(folder, { recursive: true }));

/** Runs files as one job. @param files their programs, by name @returns what is printed, and what passed */
async function run(files: Readonly<Record<string, string>>) {
  const [job] = new TestJobs().make(['platform/async/events.test.js']);
  assert.ok(job);
  const paths: string[] = [];
  for (const [name, program] of Object.entries(files)) {
    const path = join(folder, `${name}.test.mjs`);
    await writeFile(path, `import { after, before, test } from 'node:test';\n${program}`);
    paths.push(path);
  }
  // The flags and programs of a job, with other files.
  const args = [...job.args.slice(0, -1), ...paths];
  const output = await new Promise<string>((resolve) => {
    execFile(job.command, args, { env: { ...process.env, ...job.env } }, (_error, stdout, stderr) =>
      resolve(stdout + stderr),
    );
  });
  const lines = (await readFile(job.env.GUILDHALL_TEST_RESULTS, 'utf8')).trim().split('\n');
  const results = lines.map((line) => JSON.parse(line) as FileResult);
  return { output, passed: results.map(({ name, passed }) => `${name.split('/').at(-1)} ${passed}`) };
}

test('test files run one after another, each with its own hooks', async () => {
  const file = (name: string) => `
    before(() => console.log('begin ${name}'));
    after(() => console.log('end ${name}'));
    test('it', () => console.log('test ${name}'));`;
  const { output, passed } = await run({ a: file('a'), b: file('b') });
  assert.deepEqual(output.match(/^(?:begin|test|end) \w$/gm), [
    'begin a',
    'test a',
    'end a',
    'begin b',
    'test b',
    'end b',
  ]);
  assert.deepEqual(passed, ['a.test.mjs true', 'b.test.mjs true']);
});

test('a file that leaks a resource fails and names it, and other files pass', async () => {
  const { output, passed } = await run({
    timer: `test('it', () => { setInterval(() => {}, 1000); });`,
    server: `import { createServer } from 'node:net'; test('it', (_, done) => { createServer().listen(0, done); });`,
    listener: `test('it', () => { process.on('warning', () => {}); });`,
    environment: `test('it', () => { process.env.LEFT_BEHIND = '1'; });`,
    clean: `test('it', () => { const timer = setInterval(() => {}, 1000); clearInterval(timer); });`,
  });
  assert.match(output, /left behind: 1 Timeout/);
  assert.match(output, /left behind: 1 TCPServerWrap/);
  assert.match(output, /left behind: 1 warning of the process/);
  assert.match(output, /left behind: environment variable LEFT_BEHIND/);
  assert.deepEqual(
    passed.filter((text) => text.endsWith('true')),
    ['clean.test.mjs true'],
  );
});

test('a file that cannot be loaded fails, and other files run', async () => {
  const { passed } = await run({
    broken: `throw new Error('no');`,
    whole: `test('it', () => {});`,
  });
  assert.deepEqual(passed, ['broken.test.mjs false', 'whole.test.mjs true']);
});

test('a file without a result counts as failed', () => {
  const [job] = new TestJobs().make(['platform/async/events.test.js']);
  assert.ok(job);
  assert.deepEqual(
    readFileResults(job).map(({ name, passed }) => [name, passed]),
    [['platform/async/events.test.js', false]],
  );
});

test('parts of a folder are begun apart from one another', () => {
  const pages = ['dock-page', 'guilds-page', 'health-page', 'voice-page'].map(
    (page) => `browser/${page}.test.js`,
  );
  const jobs = new TestJobs().make(['store/sqlite/writer.test.js', ...pages, 'native/callbacks.test.js']);
  assert.deepEqual(
    jobs.map(({ name }) => name),
    ['browser 1/2', 'native/callbacks.test.js', 'browser 2/2', 'store/sqlite/writer.test.js'],
  );
});

test('files of a folder share a process, except files that request their own', () => {
  const names = [
    'platform/async/events.test.js',
    'platform/async/heartbeat.test.js',
    'scripts/load-files.test.js',
  ];
  const jobs = new TestJobs().make([...names, OWN]);
  assert.deepEqual(
    jobs.map(({ name, files }) => [name, files.length]),
    [
      ['scripts/load-files.test.js', 1],
      ['platform', 2],
      [OWN, 1],
    ],
  );
});
