import { link, mkdtemp, rename, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { UserError } from '../../platform/errors.js';
import { toShellCommand } from '../../platform/shell-word.js';
import { syncFolder } from '../../platform/sync-folder.js';
import { isExistingFile, pathExists } from '../../platform/text-file.js';

/** @throws {UserError} if there is a file, so that no earlier backup is lost */
export async function refuseExisting(target: string): Promise<void> {
  if (await pathExists(target)) throw taken(target);
}

/**
 * Makes a private folder next to the target, in which the backup is written.
 *
 * @throws {UserError} if the folder of the target does not exist
 */
export async function makeFolderBeside(target: string): Promise<string> {
  const folder = dirname(target);
  const isFolder = await stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (!isFolder) throw new UserError(`there is no folder ${folder}`, toShellCommand('mkdir', '-p', folder));
  return await mkdtemp(`${target}.partial-`);
}

/** Gives a written file its name, which no other file may have, and waits until the disk has it. */
export async function giveName(path: string, target: string): Promise<void> {
  try {
    // Unlike a renaming, this never replaces a file.
    await link(path, target);
  } catch (error) {
    if (isExistingFile(error)) throw taken(target);
    // There are file systems without hard links.
    await refuseExisting(target);
    await rename(path, target);
  }
  await syncFolder(dirname(target));
}

function taken(target: string): UserError {
  return new UserError(`${target} exists already`, 'Choose another name: a backup replaces no file.');
}
