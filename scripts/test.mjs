import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { relative, sep } from 'node:path';
import { buildTests } from './lib/build.mjs';
import { checkStyle } from './lib/check-code.mjs';
import { filesBelow } from './lib/files.mjs';
import { runLongChecks } from './lib/long-checks.mjs';
import { ROOT, runScript, StepError, say } from './lib/run.mjs';
import { setUp } from './lib/set-up.mjs';
import { installSystemPackages } from './lib/system-packages.mjs';

// npm test [-- FILE… --test-…]: sets up what is missing, checks the code and runs the tests.
// Without arguments it also runs the addon under sanitizers, a short attack run, and the lab.
//   --quick         only tests that need no system packages and no daemon of their own
//   FILE            only files whose path holds this text, e.g. control/consent
//   --test-…        goes to Node's test runner, e.g. --test-name-pattern=revoke

const COMPILED = `${ROOT}.test-build`;
/** Folders with commands of their own: npm run test:lab, npm run test:sanitizers, npm run bench. */
const SEPARATE = ['bench', 'lab', 'sanitizers'];
/** Folders of tests that start daemons, browsers, displays or sound servers. */
const NOT_QUICK = ['audit', 'browser', 'clients', 'daemon', 'faults', 'scripts', 'system'];
/** How many test files run at a time: each may start a daemon with children of its own. */
const CONCURRENCY = Math.min(4, availableParallelism());
/** The longest one test may take, in milliseconds. */
const TIMEOUT = 180_000;

const args = process.argv.slice(2);
const isQuick = args.includes('--quick');
const runnerFlags = args.filter((arg) => arg.startsWith('--test-'));
const wanted = args
  .filter((arg) => !arg.startsWith('--'))
  .map((arg) => arg.replace(/^test\//, '').replace(/\.ts$/, ''));

await runScript(() => {
  setUp();
  if (!isQuick) installSystemPackages();
  buildTests();
  const files = selectFiles();
  if (files.length === 0) throw new StepError(`no test file matches ${wanted.join(' ')}`);
  say(`running ${files.length} test files`);
  process.exitCode = runTests(files);
  if (args.length === 0) process.exitCode = Math.max(process.exitCode, runLongChecks());
  // After the tests: a line that is too long must not hide what does not work.
  if (!isQuick && wanted.length === 0) checkStyle();
});

function selectFiles() {
  return filesBelow(COMPILED)
    .filter((path) => path.endsWith('.test.js'))
    .filter((path) => {
      const name = relative(COMPILED, path).split(sep).join('/');
      const [folder] = name.split('/');
      if (wanted.length > 0) return wanted.some((text) => name.includes(text));
      return !SEPARATE.includes(folder) && !(isQuick && NOT_QUICK.includes(folder));
    })
    .sort();
}

function runTests(files) {
  const flags = [
    '--enable-source-maps',
    '--test',
    '--test-reporter=spec',
    `--test-concurrency=${CONCURRENCY}`,
    `--test-timeout=${TIMEOUT}`,
  ];
  const { status } = spawnSync(process.execPath, [...flags, ...runnerFlags, ...files], {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  return status ?? 1;
}
