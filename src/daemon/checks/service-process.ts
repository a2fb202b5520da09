import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { homeFiles } from '../../platform/home.js';
import { findLockHolder } from '../../platform/processes/lock-holder.js';
import { HomeLock } from '../../store/sqlite/home-lock.js';

const PROGRAMS: ReadonlySet<string> = new Set(['guildhall', 'main.js']);
/** The commands that use a home and are no daemon. */
const SERVICES: ReadonlySet<string> = new Set(['api', 'voice']);

/** The process id of `guildhall api` or `guildhall voice` that has a home; null if none has it, or it is unknown (no Linux). */
export async function findServiceProcess(home: string): Promise<string | null> {
  const { lock } = homeFiles(home);
  if (!(await isLocked(lock))) return null;
  const pid = await findLockHolder(lock);
  return pid !== null && (await isService(pid)) ? pid : null;
}

/** Whether a process has locked the home. */
export async function isLocked(lock: string): Promise<boolean> {
  try {
    return await HomeLock.isTaken(lock);
  } catch {
    return false; // missing or not readable, which other checks report
  }
}

async function isService(pid: string): Promise<boolean> {
  const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  const words = line.split('\0');
  const program = words.findIndex((word) => PROGRAMS.has(basename(word)));
  return program >= 0 && words.slice(program + 1).some((word) => SERVICES.has(word));
}
