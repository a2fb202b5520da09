import { link, rename, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { UserError } from '../errors.js';
import { syncFolder } from './sync-folder.js';
import { isExistingFile, pathExists } from './text-file.js';

/** @throws {UserError} if there is a file, because no file is replaced */
export async function refuseExisting(target: string): Promise<void> {
  if (await pathExists(target)) throw taken(target);
}

/** Gives a written file its name, which no other file may have, and waits until the disk has it. */
export async function giveName(path: string, target: string): Promise<void> {
  try {
    // Unlike a renaming, a link never replaces a file.
    await link(path, target);
    await unlink(path);
  } catch (error) {
    if (isExistingFile(error)) throw taken(target);
    // There are file systems without hard links.
    await refuseExisting(target);
    await rename(path, target);
  }
  await syncFolder(dirname(target));
}

function taken(target: string): UserError {
  return new UserError(
    `${target} exists already`,
    'Choose another name, or move it away: no file is replaced',
  );
}
