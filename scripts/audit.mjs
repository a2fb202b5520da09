import { buildTests } from './lib/build.mjs';
import { ROOT, runScript } from './lib/run.mjs';
import { runProgram } from './lib/run-program.mjs';
import { setUp } from './lib/set-up.mjs';

// npm run audit: tries every line of the specification against a whole daemon, prints a table and writes
// docs/conformance.md. The exit code is 1 if a line is wrong.

await runScript(async () => {
  await setUp({ withTests: true });
  buildTests();
  process.exitCode = runProgram(`${ROOT}.test-build/audit/main.js`).status;
});
