import { runScript, say } from './lib/run.mjs';
import { setUp } from './lib/set-up.mjs';

// npm run setup: sets up what is missing. With --rebuild everything is built again.
await runScript(async () => {
  await setUp({ force: process.argv.includes('--rebuild') });
  say('everything is set up');
});
