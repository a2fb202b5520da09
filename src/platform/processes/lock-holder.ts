import { realpath } from 'node:fs/promises';
import { isMissingFile } from '../files/text-file.js';
import { readProcessStat } from './process-identity.js';
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
export function isSuspended(pid: string): boolean {
  return readProcessStat(pid)?.state === 'T';
}
