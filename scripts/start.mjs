import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { hasLostParent, onParentEnd } from './lib/parent.mjs';
import { ROOT, runScript, say } from './lib/run.mjs';
import { setUp } from './lib/set-up.mjs';
import { supervise } from './lib/supervise.mjs';

// npm start: sets up what is missing, runs the daemon, and starts it again after a crash. The exit code is the daemon's.
await runScript(() => setUp());
// npm passes a signal on to its shell alone, which may end without this process: the daemon could no longer be stopped.
if (hasLostParent()) process.exit(1);

const stopping = new AbortController();
let daemon = null;

// The daemon has a process group of its own: a Ctrl-C in the terminal reaches it once, from here.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) {
  process.on(signal, () => {
    stopping.abort();
    daemon?.kill(signal);
  });
}

onParentEnd(() => {
  // A second signal would end the daemon at once.
  if (!stopping.signal.aborted) process.emit('SIGTERM');
});

process.exitCode = await supervise({
  async run() {
    daemon = spawn(process.execPath, [`${ROOT}dist/cli/main.js`, 'start', ...process.argv.slice(2)], {
      // The channel ends with this process, and the daemon with the channel.
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      detached: process.platform !== 'win32',
    });
    const [code, signal] = await once(daemon, 'exit');
    return { code, signal };
  },
  sleep: (ms) => sleep(ms, undefined, { signal: stopping.signal }).catch(() => {}),
  now: () => performance.now(),
  say,
  isStopping: () => stopping.signal.aborted,
});
