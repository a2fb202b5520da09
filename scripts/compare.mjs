import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { buildTests } from './lib/build.mjs';
import { ROOT, runScript, StepError } from './lib/run.mjs';
import { runProgram } from './lib/run-program.mjs';
import { setUp } from './lib/set-up.mjs';

// npm run compare -- CHECKOUT [TEXT…]: measures this checkout beside another one, in turn and in the same run, by the
// CPU time of each operation. CHECKOUT is built. TEXT selects rows by name.

await runScript(async () => {
  const [checkout, ...rows] = process.argv.slice(2);
  if (checkout === undefined) throw new StepError('name the other checkout: npm run compare -- ../before');
  if (!existsSync(join(checkout, 'package.json'))) throw new StepError(`there is no checkout in ${checkout}`);
  await setUp({ withTests: true });
  buildTests();
  const { status } = runProgram(`${ROOT}.test-build/bench/run-compare.js`, [resolve(checkout), ...rows]);
  if (status !== 0) throw new StepError('this checkout is slower than the other one');
});
