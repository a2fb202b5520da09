import { opendir, readdir, readlink } from 'node:fs/promises';

/** Descriptors of one process that are examined: programs have tens, browsers hundreds. */
const DESCRIPTORS_PER_PROCESS = 2048;
/** Descriptors of all processes that one walk examines. */
const DESCRIPTORS_PER_WALK = 65_536;
/** Descriptors that are examined together, so that other work is not blocked for long. */
const BATCH = 32;

/** How a socket is named by the links of `/proc/PID/fd`. */
export function toSocketLink(inode: number | string): string {
  return `socket:[${inode}]`;
}

/**
 * Finds processes that have sockets or files open, by a walk through `/proc` (Linux). It is bounded, because a program
 * can open any number of descriptors: processes beyond the bounds stay unknown, and so do those of other users.
 *
 * @param links as in `/proc/PID/fd`
 * @returns for each link the ids of all processes that have it open, the oldest first
 */
export async function findHolders(links: ReadonlySet<string>): Promise<Map<string, string[]>> {
  const found = new Map<string, Set<string>>();
  let left = DESCRIPTORS_PER_WALK;
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  // All of them: a program that opened a connection can have started another one that has it, too.
  for (const pid of pids.sort((a, b) => Number(a) - Number(b))) {
    if (left <= 0) break;
    const folder = `/proc/${pid}/fd`;
    for await (const paths of readBatches(folder, Math.min(left, DESCRIPTORS_PER_PROCESS))) {
      left -= paths.length;
      const targets = await Promise.all(paths.map((path) => readlink(path).catch(() => '')));
      for (const link of targets) {
        if (links.has(link)) found.set(link, (found.get(link) ?? new Set()).add(pid));
      }
    }
  }
  return new Map([...found].map(([link, holders]) => [link, [...holders]]));
}

/** The first paths in a folder, in batches. None if the process has ended or belongs to another user. */
async function* readBatches(folder: string, most: number): AsyncGenerator<string[]> {
  const entries = await opendir(folder, { bufferSize: BATCH }).catch(() => null);
  if (entries === null) return;
  let batch: string[] = [];
  let left = most;
  try {
    for await (const { name } of entries) {
      batch.push(`${folder}/${name}`);
      left -= 1;
      if (batch.length < BATCH && left > 0) continue;
      yield batch;
      batch = [];
      if (left <= 0) return;
    }
  } catch {
    // The process has ended.
  }
  if (batch.length > 0) yield batch;
}
