import { mkdtemp } from 'node:fs/promises';
import { findProtectedPath } from '../../platform/files/changeable-folder.js';

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
  const path = await findProtectedPath(target, 'the backup');
  return { folder: await mkdtemp(`${path}.partial-`), path };
}
