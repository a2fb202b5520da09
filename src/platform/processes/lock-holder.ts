import { readFile, realpath } from 'node:fs/promises';
import { isMissingFile } from '../files/text-file.js';
import { findHolders } from './socket-holders.js';

/** The id of the process that has the lock of a home open; null if it is unknown: not on Linux, or of another user. */
export async function findLockHolder(lock: string): Promise<string | null> {
  try {
    const link = await realpath(lock);
    return (await findHolders(new Set([link]))).get(link)?.[0] ?? null;
  } catch (error) {
    if (isMissingFile(error)) return null;
    throw error;
  }
}

/** Whether a process is stopped by a signal, as by SIGSTOP; false where that is unknown: not on Linux. */
export async function isSuspended(pid: string): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The name before the state is in parentheses, and may contain any characters (proc(5)).
  return stat.slice(stat.lastIndexOf(')') + 2).startsWith('T');
}
