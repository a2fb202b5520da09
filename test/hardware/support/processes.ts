import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Drivers' processes that live now, as children of this process or of another (Linux). */
export function driverPids(driver?: string, parent: number = process.pid): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      const words = read(`/proc/${pid}/cmdline`).split('\0');
      const entry = words.findIndex((word) => word.endsWith('/host-main.js'));
      return entry >= 0 && (driver === undefined || words[entry + 1] === driver) && parentOf(pid) === parent;
    });
}

/** The one process of a driver. */
export function driverPid(driver: string, parent: number = process.pid): number {
  const [pid, ...others] = driverPids(driver, parent);
  if (pid === undefined || others.length > 0) throw new TypeError(`${driver} has not exactly one process`);
  return pid;
}

/** Whether a process lives; one that has ended and was not yet waited for does not. */
export function isAlive(pid: number): boolean {
  const state = read(`/proc/${pid}/stat`).split(') ').at(-1)?.[0];
  return state !== undefined && state !== 'Z';
}

/** Which files below a folder a process has open, as names in it (Linux). */
export function openFiles(pid: number, folder: string): string[] {
  const descriptors = readdirSync(`/proc/${pid}/fd`);
  return descriptors
    .map((descriptor) => target(`/proc/${pid}/fd/${descriptor}`))
    .filter((path) => path.startsWith(`${folder}/`))
    .map((path) => path.slice(folder.length + 1))
    .sort();
}

function target(link: string): string {
  try {
    return readlinkSync(link);
  } catch {
    return '';
  }
}

/** How many descriptors this process has open. */
export function openDescriptors(): number {
  return readdirSync('/proc/self/fd').length;
}

function parentOf(pid: number): number {
  return Number(read(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ')[1]);
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** How long it takes on a quiet machine to start a process that does nothing, in milliseconds. */
const QUIET_START = 100;

/**
 * A limit on time, stretched by as much as this machine is busy at this moment.
 *
 * @param ms the limit on a quiet machine, in milliseconds
 */
export async function allowance(ms: number): Promise<number> {
  const started = performance.now();
  const bare = fork(fileURLToPath(import.meta.resolve('./bare-process.js')), { execArgv: [] });
  await once(bare, 'message');
  const took = performance.now() - started;
  await once(bare, 'exit');
  return ms * Math.max(1, took / QUIET_START);
}
