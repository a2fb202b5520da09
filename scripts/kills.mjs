import { spawnSync } from 'node:child_process';
import { buildTests } from './lib/build.mjs';
import { ROOT, runScript, StepError, say } from './lib/run.mjs';
import { setUp } from './lib/set-up.mjs';

// npm run kills [-- COUNT]: kill -9 at random moments of changes of every kind and of posts, a thousand times each
// unless COUNT says otherwise, and holds what is there after each restart against what was acknowledged.

const [count = '1000'] = process.argv.slice(2);

await runScript(() => {
  if (!/^\d+$/.test(count)) throw new StepError('COUNT is a whole number');
  setUp();
  buildTests();
  say(`killing the service ${count} times`);
  const flags = ['--enable-source-maps', '--test', '--test-reporter=spec', '--test-concurrency=1'];
  const files = ['changes', 'posts'].map((what) => `${ROOT}.test-build/faults/kill-during-${what}.test.js`);
  const { status } = spawnSync(process.execPath, [...flags, ...files], {
    cwd: ROOT,
    env: { ...process.env, GUILDHALL_TEST_KILLS: count },
    stdio: 'inherit',
  });
  process.exitCode = status ?? 1;
});
