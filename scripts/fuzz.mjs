import { buildTests } from './lib/build.mjs';
import { runScript, StepError, say } from './lib/run.mjs';
import { setUp } from './lib/set-up.mjs';
import { runTestFiles } from './lib/tests/run-test-files.mjs';

// npm run fuzz [-- COUNT [SEED]]: hostile frames and requests against the RPC server, a million unless COUNT says
// otherwise. The same SEED sends the same ones again.

const [count = '1000000', seed = String(Date.now() % 1_000_000)] = process.argv.slice(2);

await runScript(async () => {
  if (!/^\d+$/.test(count) || !/^\d+$/.test(seed)) throw new StepError('COUNT and SEED are whole numbers');
  await setUp({ withTests: true });
  buildTests();
  say(`fuzzing with ${count} frames and requests, seed ${seed}`);
  process.exitCode = runTestFiles(['rpc/fuzz'], { FUZZ_COUNT: count, GUILDHALL_TEST_SEED: seed });
});
