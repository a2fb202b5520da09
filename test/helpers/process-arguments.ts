import { readdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { readArguments } from '#guildhall/platform/processes/process-arguments.js';

/** Pause between two looks at all processes, in milliseconds. */
const INTERVAL = 5;

/**
 * Collects the arguments of every process of this machine, as any user can, while `run` runs.
 *
 * @param run gets a function that looks at all processes of this moment
 * @returns each command line that was seen, arguments separated by spaces
 */
export async function watchArguments(run: (look: () => Promise<void>) => Promise<void>): Promise<string[]> {
  const seen = new Set<string>();
  const look = async () => {
    for (const line of await readCommandLines()) seen.add(line);
  };
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      await look();
      await sleep(INTERVAL);
    }
  })();
  try {
    await run(look);
  } finally {
    isOver = true;
    await watching;
  }
  return [...seen];
}

async function readCommandLines(): Promise<string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  return Promise.all(pids.map(async (pid) => (await readArguments(pid)).join(' ')));
}
