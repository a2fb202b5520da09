import { mkdtemp, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { UserError } from '../../platform/errors.js';
import { toShellCommand } from '../../platform/shell-word.js';

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
