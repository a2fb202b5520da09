import { mkdtemp, realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { findChangeableFolder } from '../../platform/changeable-folder.js';
import { UserError } from '../../platform/errors.js';
import { toShellCommand } from '../../platform/shell-word.js';
import { isMissingFile } from '../../platform/text-file.js';

/** Where a backup is written. */
export interface BackupTarget {
  /** a private folder in that of the target */
  readonly folder: string;
  /** the path of the target without links, which only this user and root can change */
  readonly path: string;
}

/**
 * Makes a private folder next to the target, in which the backup is written.
 *
 * @throws {UserError} if the folder of the target does not exist, or other users can rename what is in it: they could put
 *   their own folder in the place of the private one
 */
export async function prepareTarget(target: string): Promise<BackupTarget> {
  const path = join(await findFolder(dirname(target)), basename(target));
  const changeable = await findChangeableFolder(dirname(path));
  if (changeable !== null) {
    throw new UserError(
      `other users can change ${changeable}, and so read or replace the backup while it is written`,
      'Choose a folder that only you can write to, e.g. in your home folder, and copy the file from there.',
    );
  }
  return { folder: await mkdtemp(`${path}.partial-`), path };
}

/** @returns the path without links */
async function findFolder(folder: string): Promise<string> {
  try {
    // With a separator, a file is none.
    return await realpath(join(folder, '.', '/'));
  } catch (error) {
    if (!isMissingFile(error)) throw error;
    throw new UserError(`there is no folder ${folder}`, toShellCommand('mkdir', '-p', folder));
  }
}
