import { readdirSync, readFileSync } from 'node:fs';

/** What a daemon's process uses. */
export interface ResourceUsage {
  /** resident memory, in bytes */
  readonly memory: number;
  /** what JavaScript refers to, without what is only kept for reuse, in bytes */
  readonly live: number;
  readonly descriptors: number;
  /** files below its home, by their paths in it */
  readonly files: readonly string[];
}

/** SQLite's temporary files, the folders that drivers create on first use, and the voice settings of applications. */
const COMES_AND_GOES = /-(?:wal|shm|journal)$|^drivers(?:\/|$)|^voice\.json$/;

/** What a process uses now (Linux). @param home the daemon's home @param live as its probe has read it */
export function measureUsage(pid: number, home: string, live: number): ResourceUsage {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return {
    memory: Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024,
    live,
    descriptors: readdirSync(`/proc/${pid}/fd`).length,
    files: readdirSync(home, { recursive: true, encoding: 'utf8' })
      .filter((path) => !COMES_AND_GOES.test(path))
      .sort(),
  };
}

/** A clock tick of /proc, in milliseconds. */
const TICK = 10;

/** CPU time of a process and all its threads so far, in milliseconds (Linux). */
export function cpuTime(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * TICK;
}
