import { buildTests } from './lib/build.mjs';
import { runScript, StepError, say } from './lib/run.mjs';
import { setUp } from './lib/set-up.mjs';
import { runTestFiles } from './lib/tests/run-test-files.mjs';

// npm run faults [-- ROUNDS [SEED [nodes]]]: three nodes of the service over PostgreSQL and NATS in network namespaces, with a fault
//   of a node, a network or an engine in each round (docs/reliability.md); `nodes`: the code of nodes without the service.
//   Needs root, postgresql, nats-server, nftables and iproute2.

const [rounds = '200', seed = '1', subject = 'service'] = process.argv.slice(2);
const FILES = { service: 'faults/service-faults', nodes: 'faults/cluster-faults' };

await runScript(async () => {
  if (!/^\d+$/.test(rounds) || !/^\d+$/.test(seed)) throw new StepError('ROUNDS and SEED are whole numbers');
  const file = Object.hasOwn(FILES, subject) ? FILES[subject] : null;
  if (file === null) throw new StepError('the third argument is `nodes` or nothing');
  await setUp();
  buildTests();
  say(`${rounds} faults with the seed ${seed}`);
  process.exitCode = runTestFiles([file], {
    GUILDHALL_TEST_ROUNDS: rounds,
    GUILDHALL_TEST_SEED: seed,
  });
});
