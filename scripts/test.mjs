import { buildTests } from './lib/build.mjs';
import { ROOT, runScript, StepError, say } from './lib/run.mjs';
import { setUp } from './lib/set-up.mjs';
import { installSystemPackages } from './lib/system-packages.mjs';
import { RunRecord } from './lib/tests/quick-tests.mjs';
import { runAndReport } from './lib/tests/run-and-report.mjs';
import { useTemporaryFolder } from './lib/tests/temporary-folder.mjs';
import { findTestFiles, listTestFiles, partOf } from './lib/tests/test-files.mjs';
import { TestJobs } from './lib/tests/test-jobs.mjs';

// npm test [-- FILE… --test-…]: sets up what is missing, runs the tests and checks the code. What takes long is left to
// npm run test:all.
//   FILE            only files whose path contains this text, e.g. control/consent, those of test:all included
//   --short         without those of test:all
//   --test-…        goes to Node's test runner, e.g. --test-name-pattern=revoke

const args = process.argv.slice(2);
const runnerFlags = args.filter((arg) => arg.startsWith('--test-'));
const wanted = args.filter((arg) => !arg.startsWith('--'));
/** Other stores and nodes than those of an ordinary run: what passes with them is not recorded. */
const isOrdinary = ['GUILDHALL_TEST_STORE', 'GUILDHALL_TEST_NODES'].every((name) => !(name in process.env));

/** Lint and format of all code. */
const LINT = {
  name: 'lint',
  command: process.execPath,
  args: [`${ROOT}scripts/lint.mjs`],
  timeout: 600_000,
};

await runScript(async () => {
  await setUp({ withTests: true });
  installSystemPackages({ parts: [] });
  buildTests();
  useTemporaryFolder();
  const isShort = wanted.length === 0 || args.includes('--short');
  const names = (wanted.length > 0 ? findTestFiles(wanted) : listTestFiles()).filter(
    (name) => !isShort || partOf(name) === null,
  );
  if (names.length === 0) throw new StepError(`no test file matches ${wanted.join(' ')}`);
  say(`running ${names.length} test files`);
  const record = new RunRecord();
  record.begin(names);
  const jobs = new TestJobs().make(names, runnerFlags);
  const { exitCode } = await runAndReport(wanted.length > 0 ? jobs : [...jobs, LINT], {
    // A file of which only some tests ran has not passed.
    onPass: (name) => isOrdinary && runnerFlags.length === 0 && record.add(name),
  });
  record.save();
  process.exitCode = exitCode;
});
