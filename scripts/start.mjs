import { runScript } from './lib/run.mjs';
import { setUp } from './lib/set-up.mjs';

// npm start: sets up what is missing, then becomes the daemon. It is this very process: signals, standard input
// and the exit code are the daemon's own.
await runScript(() => setUp());
process.argv.splice(2, 0, 'start');
await import('../dist/cli/main.js');
