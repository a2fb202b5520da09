import { buildPrograms, buildTests } from './build.mjs';
import { runScript } from './run.mjs';

// Builds the programs, with --tests also the tests, in a process of its own beside compilers of native code.
await runScript(async () => {
  await buildPrograms();
  if (process.argv.includes('--tests')) buildTests();
});
