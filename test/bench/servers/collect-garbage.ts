import { setTimeout as sleep } from 'node:timers/promises';

const PROBE = import.meta.resolve('./garbage-probe.js');
const PAUSE_MS = 200;
const TIMES = 3;

/** The environment of a Node.js process that `collectGarbage` reaches. */
export const COLLECTING_ENVIRONMENT = { NODE_OPTIONS: `--import=${PROBE}` };

/** Makes a process free what nothing refers to, as far as V8 returns it to the system. */
export async function collectGarbage(pid: number): Promise<void> {
  for (let time = 0; time < TIMES; time += 1) {
    process.kill(pid, 'SIGWINCH');
    await sleep(PAUSE_MS);
  }
}
