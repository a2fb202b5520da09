import { buildTests } from './lib/build.mjs';
import { runScript, StepError, say } from './lib/run.mjs';
import { setUp } from './lib/set-up.mjs';
import { runTestFiles } from './lib/tests/run-test-files.mjs';

// npm run faults [-- ROUNDS [SEED [nodes]]]: three nodes of the service over PostgreSQL and NATS in network namespaces, with a fault
//   of a node, a network or an engine in each round (docs/reliability.md); `nodes`: the code of nodes without the service.
//   Each 50 rounds have a database of their own and the next seed. Needs root, postgresql, nats-server, nftables and iproute2.

/** The most rounds over one database: its entries, which are compared with all that was done, are kept for ten minutes. */
const ROUNDS_AT_ONCE = 50;
const [rounds = '200', seed = '1', subject = 'service'] = process.argv.slice(2);
const FILES = { service: 'faults/service-faults', nodes: 'faults/cluster-faults' };

await runScript(async () => {
  if (!/^\d+$/.test(rounds) || !/^\d+$/.test(seed)) throw new StepError('ROUNDS and SEED are whole numbers');
  const file = Object.hasOwn(FILES, subject) ? FILES[subject] : null;
  if (file === null) throw new StepError('the third argument is `nodes` or nothing');
  await setUp({ withTests: true });
  buildTests();
  let exitCode = 0;
  for (let left = Number(rounds), series = Number(seed); left > 0; left -= ROUNDS_AT_ONCE, series += 1) {
    const count = Math.min(left, ROUNDS_AT_ONCE);
    say(`${count} faults with the seed ${series}`);
    const environment = { GUILDHALL_TEST_ROUNDS: String(count), GUILDHALL_TEST_SEED: String(series) };
    exitCode = Math.max(exitCode, runTestFiles([file], environment));
  }
  process.exitCode = exitCode;
});
