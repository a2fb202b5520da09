import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT, runScript, StepError } from './lib/run.mjs';
import { setUp } from './lib/set-up.mjs';

/** The home of this daemon, which leaves the person's own alone. */
const HOME = `${ROOT}build/dev`;
/** How long an editor may take to write files that belong together, in milliseconds. */
const SETTLE_MS = 100;

// npm run dev: runs a daemon, and builds and starts it again after each change of src. One that does not compile is
// reported, and the daemon before it keeps running.
const sources = watch(`${ROOT}src`, { recursive: true });
let daemon = null;

await runScript(async () => {
  for (;;) {
    // Before the build, so that a change during it is not missed.
    const change = once(sources, 'change');
    if (await build()) await restart();
    await change;
    await sleep(SETTLE_MS);
  }
});

async function build() {
  try {
    await setUp({ startsDaemon: false });
    return true;
  } catch (error) {
    if (!(error instanceof StepError)) throw error;
    process.stderr.write(`guildhall: ${error.message}\n`);
    return false;
  }
}

async function restart() {
  if (daemon?.kill('SIGTERM')) await once(daemon, 'exit');
  const args = [`${ROOT}dist/cli/main.js`, 'start', '--home', HOME, ...process.argv.slice(2)];
  // The channel ends with this process, and the daemon with the channel.
  daemon = spawn(process.execPath, args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
}
