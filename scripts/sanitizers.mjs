import { buildTests } from './lib/build.mjs';
import { runScript, StepError } from './lib/run.mjs';
import { runSanitizers, whyNoSanitizers } from './lib/run-sanitizers.mjs';
import { setUp } from './lib/set-up.mjs';

// npm run test:sanitizers: uses everything the native addon has, over and over, under the sanitizers.

/** How often each thing is used. */
const ROUNDS = 20;

await runScript(async () => {
  const reason = whyNoSanitizers();
  if (reason !== null) throw new StepError(reason);
  await setUp({ withTests: true });
  buildTests();
  process.exitCode = runSanitizers(ROUNDS);
});
