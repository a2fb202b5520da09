import { buildTests } from './lib/build.mjs';
import { runScript, say } from './lib/run.mjs';
import { setUp } from './lib/set-up.mjs';
import { RunRecord } from './lib/tests/quick-tests.mjs';
import { runAndReport } from './lib/tests/run-and-report.mjs';
import { listTestFiles, partOf } from './lib/tests/test-files.mjs';
import { TestJobs } from './lib/tests/test-jobs.mjs';

// npm run test:quick [-- --all]: runs the tests that can reach something that changed since they last passed, those that most
// likely see it first, for some seconds. Those left are run the next time. It installs no system packages and starts no daemon.
//   --all   until none is left

/** Until when test files are started, in milliseconds from the start of this script: with the last ones below 20 s. */
const START_UNTIL = 12_000;
/** How long they are started after a build that took its time. */
const START_FOR = 4_000;
/** How many of the changed files are named. */
const SHOWN = 4;

const isUnlimited = process.argv.includes('--all');

await runScript(async () => {
  await setUp({ withTests: true, startsDaemon: false });
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
  const chosen = outdated.map(({ name }) => name);
  record.begin(chosen);
  const end = isUnlimited ? Number.POSITIVE_INFINITY : Math.max(START_UNTIL, performance.now() + START_FOR);
  const { exitCode, left } = await runAndReport(new TestJobs().makeInOrder(chosen), {
    isTimeUp: () => performance.now() > end,
    onPass: (name) => record.add(name),
  });
  record.save();
  if (left.length > 0)
    say(
      `${left.length} test files that less likely see it are left: run it again, or with --all, or run npm test`,
    );
  process.exitCode = exitCode;
});
