import { spawnSync } from 'node:child_process';
import { buildTests } from './lib/build.mjs';
import { ROOT, runScript, StepError, say } from './lib/run.mjs';
import { setUp } from './lib/set-up.mjs';

// npm run fuzz [-- COUNT [SEED]]: hostile frames and requests against the RPC server, a million unless COUNT says
// otherwise. The same SEED sends the same ones again.

const [count = '1000000', seed = String(Date.now() % 1_000_000)] = process.argv.slice(2);

await runScript(async () => {
  if (!/^\d+$/.test(count) || !/^\d+$/.test(seed)) throw new StepError('COUNT and SEED are whole numbers');
  await setUp();
  buildTests();
  say(`fuzzing with ${count} frames and requests, seed ${seed}`);
  const flags = ['--enable-source-maps', '--test', '--test-reporter=spec'];
  const { status } = spawnSync(process.execPath, [...flags, `${ROOT}.test-build/rpc/fuzz.test.js`], {
    cwd: ROOT,
    env: { ...process.env, FUZZ_COUNT: count, FUZZ_SEED: seed },
    stdio: 'inherit',
  });
  process.exitCode = status ?? 1;
});
