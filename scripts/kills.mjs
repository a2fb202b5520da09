import { buildTests } from './lib/build.mjs';
import { runScript, StepError, say } from './lib/run.mjs';
import { setUp } from './lib/set-up.mjs';
import { runTestFiles } from './lib/tests/run-test-files.mjs';

// npm run kills [-- COUNT [drivers]]: a thousand times unless COUNT says otherwise,
//   kill -9 at random moments of changes of every kind and of posts, and what is there after each restart is held
//   against what was acknowledged; or, with `drivers`, a driver of the daemon that dies or hangs in a capture.

const SUBJECTS = {
  service: ['faults/kill-during-changes', 'faults/kill-during-posts'],
  drivers: ['faults/driver-deaths'],
};
const [count = '1000', subject = 'service'] = process.argv.slice(2);

await runScript(async () => {
  if (!/^\d+$/.test(count)) throw new StepError('COUNT is a whole number');
  if (!(subject in SUBJECTS)) throw new StepError(`killed are: ${Object.keys(SUBJECTS).join(', ')}`);
  await setUp({ withTests: true });
  buildTests();
  say(`killing the ${subject} ${count} times`);
  process.exitCode = runTestFiles(SUBJECTS[subject], { GUILDHALL_TEST_KILLS: count });
});
