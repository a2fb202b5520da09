import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

/** The folder in which a program keeps what it can make again, e.g. `~/.cache/guildhall-package`. */
export function cacheFolder(name) {
  return join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), name);
}

/**
 * Makes a folder once, and keeps it. Only a whole one gets its name.
 *
 * @param {string} folder
 * @param {(work: string) => string} make makes it below a folder that is removed afterwards, and returns its path there
 * @returns {string} the folder
 */
export function makeOnce(folder, make) {
  if (existsSync(folder)) return folder;
  mkdirSync(dirname(folder), { recursive: true });
  const work = mkdtempSync(join(dirname(folder), 'new-'));
  try {
    renameSync(make(work), folder);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return folder;
}
