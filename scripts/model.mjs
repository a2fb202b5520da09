import { buildTests } from './lib/build.mjs';
import { runScript, StepError, say } from './lib/run.mjs';
import { setUp } from './lib/set-up.mjs';
import { runTestFiles } from './lib/tests/run-test-files.mjs';

// npm run model [-- COUNT [SEED]]: tries COUNT random schedules of the model of a cluster (docs/reliability.md), from SEED
//   on; a seed repeats its schedule exactly.

const [count = '100000', seed = '1'] = process.argv.slice(2);

await runScript(async () => {
  if (!/^\d+$/.test(count) || !/^\d+$/.test(seed)) throw new StepError('COUNT and SEED are whole numbers');
  await setUp({ withTests: true });
  buildTests();
  say(`trying ${count} schedules from seed ${seed} on`);
  process.exitCode = runTestFiles(['cluster/model/model'], {
    GUILDHALL_TEST_SCHEDULES: count,
    GUILDHALL_TEST_SEED: seed,
  });
});
