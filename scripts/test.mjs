import { buildTests } from './lib/build.mjs';
import { checkStyle } from './lib/check-code.mjs';
import { runScript, StepError, say } from './lib/run.mjs';
import { runAttackIfPossible } from './lib/run-attack.mjs';
import { setUp } from './lib/set-up.mjs';
import { installSystemPackages } from './lib/system-packages.mjs';
import { longChecks } from './lib/tests/long-checks.mjs';
import { RunRecord } from './lib/tests/quick-tests.mjs';
import { INTERRUPTED, runAndReport } from './lib/tests/run-and-report.mjs';
import { findTestFiles, listTestFiles, toJob } from './lib/tests/test-files.mjs';

// npm test [-- FILE… --test-…]: sets up what is missing, checks the code and runs the tests.
// Without arguments it also runs the lab, the addon under sanitizers, and a short attack run.
//   FILE            only files whose path holds this text, e.g. control/consent
//   --test-…        goes to Node's test runner, e.g. --test-name-pattern=revoke

const args = process.argv.slice(2);
const runnerFlags = args.filter((arg) => arg.startsWith('--test-'));
const wanted = args.filter((arg) => !arg.startsWith('--'));
const isWhole = args.length === 0;

await runScript(async () => {
  await setUp({ withTests: true });
  installSystemPackages();
  buildTests();
  const names = wanted.length > 0 ? findTestFiles(wanted) : listTestFiles();
  if (names.length === 0) throw new StepError(`no test file matches ${wanted.join(' ')}`);
  say(`running ${names.length} test files`);
  const { exitCode, failures } = await runFiles(names);
  process.exitCode = exitCode;
  if (process.exitCode === INTERRUPTED) return;
  // Alone: it measures how the daemon serves honest clients, and what else runs would count against it.
  if (isWhole) process.exitCode = Math.max(process.exitCode, runAttackIfPossible());
  // Once more at the end of a long output, before the check that may end the run.
  if (isWhole && failures !== '') say(`the failed files once more:\n${failures}`);
  // After the tests: a line that is too long must not hide what does not work.
  if (wanted.length === 0) checkStyle();
});

async function runFiles(names) {
  const files = names.map((name) => toJob(name, runnerFlags));
  const record = new RunRecord();
  record.begin(names);
  const { exitCode, failures } = await runAndReport(isWhole ? [...longChecks(), ...files] : files, {
    // A file of which only some tests ran has not passed.
    onPass: (name) => runnerFlags.length === 0 && names.includes(name) && record.add(name),
  });
  record.save();
  return { exitCode, failures };
}
