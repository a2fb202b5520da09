import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** Pause between two looks at all processes, in milliseconds. */
const INTERVAL = 5;

/**
 * Collects the arguments of every process of this machine, as any user can, while `run` runs.
 *
 * @returns each command line that was seen, arguments separated by spaces
 */
export async function watchArguments(run: () => Promise<void>): Promise<string[]> {
  const watching = new AbortController();
  const seen = collectArguments(watching.signal);
  try {
    await run();
  } finally {
    watching.abort();
  }
  return [...(await seen)];
}

async function collectArguments(signal: AbortSignal): Promise<Set<string>> {
  const seen = new Set<string>();
  while (!signal.aborted) {
    const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
    const lines = await Promise.all(
      pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')),
    );
    for (const line of lines) seen.add(line.replaceAll('\0', ' '));
    await sleep(INTERVAL);
  }
  return seen;
}
