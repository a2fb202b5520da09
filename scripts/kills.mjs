import { spawnSync } from 'node:child_process';
import { buildTests } from './lib/build.mjs';
import { ROOT, runScript, StepError, say } from './lib/run.mjs';
import { setUp } from './lib/set-up.mjs';

// npm run kills [-- COUNT [drivers]]: a thousand times unless COUNT says otherwise,
//   kill -9 at random moments of changes of every kind and of posts, and what is there after each restart is held
//   against what was acknowledged; or, with `drivers`, a driver of the daemon that dies or hangs in a capture.

const SUBJECTS = {
  service: ['kill-during-changes', 'kill-during-posts'],
  drivers: ['driver-deaths'],
};
const [count = '1000', subject = 'service'] = process.argv.slice(2);

await runScript(async () => {
  if (!/^\d+$/.test(count)) throw new StepError('COUNT is a whole number');
  if (!(subject in SUBJECTS)) throw new StepError(`killed are: ${Object.keys(SUBJECTS).join(', ')}`);
  await setUp();
  buildTests();
  say(`killing the ${subject} ${count} times`);
  const flags = ['--enable-source-maps', '--test', '--test-reporter=spec', '--test-concurrency=1'];
  const files = SUBJECTS[subject].map((what) => `${ROOT}.test-build/faults/${what}.test.js`);
  const { status } = spawnSync(process.execPath, [...flags, ...files], {
    cwd: ROOT,
    env: { ...process.env, GUILDHALL_TEST_KILLS: count },
    stdio: 'inherit',
  });
  process.exitCode = status ?? 1;
});
