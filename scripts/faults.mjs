import { buildTests } from './lib/build.mjs';
import { runScript, StepError, say } from './lib/run.mjs';
import { setUp } from './lib/set-up.mjs';
import { runTestFiles } from './lib/tests/run-test-files.mjs';

// npm run faults [-- ROUNDS [SEED]]: three nodes over PostgreSQL and NATS in network namespaces, with a fault of a node, a
//   network or an engine in each round (docs/reliability.md). Needs root, postgresql, nats-server, nftables and iproute2.

const [rounds = '200', seed = '1'] = process.argv.slice(2);

await runScript(async () => {
  if (!/^\d+$/.test(rounds) || !/^\d+$/.test(seed)) throw new StepError('ROUNDS and SEED are whole numbers');
  await setUp();
  buildTests();
  say(`${rounds} faults with the seed ${seed}`);
  process.exitCode = runTestFiles(['faults/cluster-faults'], {
    GUILDHALL_TEST_ROUNDS: rounds,
    GUILDHALL_TEST_SEED: seed,
  });
});
