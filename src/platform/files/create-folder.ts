import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createPrivate } from './windows-access.js';

/** The mode of a folder that only its owner can access; on Windows it is so by access control. */
const PRIVATE = 0o700;

/**
 * Creates a folder and its missing parents; one that exists is left as it is. `mkdir` of Node.js with `recursive` never
 * ends where a folder exists but accepts no others, such as /proc.
 *
 * @param mode of each folder that is created
 * @throws {NodeJS.ErrnoException} if a folder cannot be created
 */
export async function createFolder(path: string, mode = 0o777): Promise<void> {
  if (await isFolder(path)) return;
  const parent = dirname(path);
  if (parent !== path) await createFolder(parent, mode);
  try {
    if (process.platform === 'win32' && mode === PRIVATE) createPrivate(path, 'folder');
    else await mkdir(path, { mode });
  } catch (error) {
    // Another process may have created it meanwhile.
    if (!(await isFolder(path))) throw error;
  }
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    return false;
  }
}
