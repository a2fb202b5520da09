import { buildSources, buildTests } from './build.mjs';
import { runScript } from './run.mjs';

// Compiles the daemon, with --tests also the tests, in a process of its own beside other compilers.
await runScript(() => {
  buildSources();
  if (process.argv.includes('--tests')) buildTests();
});
