import { buildTests } from './lib/build.mjs';
import { runScript, say } from './lib/run.mjs';
import { setUp } from './lib/set-up.mjs';
import { RunRecord } from './lib/tests/quick-tests.mjs';
import { runAndReport } from './lib/tests/run-and-report.mjs';
import { useTemporaryFolder } from './lib/tests/temporary-folder.mjs';
import { listTestFiles, partOf } from './lib/tests/test-files.mjs';
import { TestJobs } from './lib/tests/test-jobs.mjs';

// npm run test:quick [-- --all]: runs the tests that can reach something that changed since they last passed, those that most
// likely see it first, for some seconds. Those left are run the next time. It installs no system packages and starts no daemon.
//   --all   until none is left

/** When what still runs is ended, in milliseconds from the start of this script: below 20 s with npm and the report. */
const END_AT = 18_000;
/** How long test files run at least, after a build that took its time. */
const LEAST = 8_000;
/** How many of the changed files are named. */
const SHOWN = 4;

const isUnlimited = process.argv.includes('--all');

await runScript(async () => {
  await setUp({ withTests: true, bundles: false });
  buildTests();
  const record = new RunRecord();
  const names = record.listQuick(listTestFiles().filter((name) => partOf(name) === null));
  const outdated = record.findOutdated(names);
  if (outdated.length === 0)
    return say(`nothing has changed for any of the ${names.length} quick test files`);
  const changed = [...new Set(outdated.flatMap((one) => one.changed))];
  const more = changed.length > SHOWN ? ` and ${changed.length - SHOWN} more` : '';
  say(
    `${changed.slice(0, SHOWN).join(', ')}${more} changed: ${outdated.length} of ${names.length} quick test files can reach it`,
  );
  useTemporaryFolder();
  const chosen = outdated.map(({ name }) => name);
  record.begin(chosen);
  const time = Math.max(Math.round(END_AT - performance.now()), LEAST);
  const { exitCode, left } = await runAndReport(new TestJobs().makeInOrder(chosen), {
    ...(!isUnlimited && { signal: AbortSignal.timeout(time) }),
    onPass: (name) => record.add(name),
  });
  record.save();
  if (left.length > 0)
    say(
      `${left.length} of ${chosen.length} test files did not run to their end, ${left[0]} first: run it again, or with --all, or run npm test`,
    );
  process.exitCode = exitCode;
});
