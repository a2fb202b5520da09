import { buildTests } from './lib/build.mjs';
import { leaveOut } from './lib/leave-out.mjs';
import { runScript, StepError } from './lib/run.mjs';
import { runSanitizers, whyNoSanitizers } from './lib/run-sanitizers.mjs';
import { setUp } from './lib/set-up.mjs';

// npm run test:sanitizers: uses everything the native addon has, over and over, under the sanitizers.
//   --if-possible   fewer rounds, and left out where there are no sanitizers, as `npm test` does

/** How often each thing is used: by itself, and as a part of `npm test`. */
const ROUNDS = 20;
const FEWER_ROUNDS = 3;

const ifPossible = process.argv.includes('--if-possible');

await runScript(async () => {
  const reason = whyNoSanitizers();
  if (reason !== null) {
    if (!ifPossible) throw new StepError(reason);
    process.exitCode = leaveOut('the addon under sanitizers', reason);
    return;
  }
  await setUp();
  buildTests();
  process.exitCode = runSanitizers(ifPossible ? FEWER_ROUNDS : ROUNDS);
});
