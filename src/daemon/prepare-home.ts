import { chmod, readdir, stat } from 'node:fs/promises';
import { UserError } from '../platform/errors.js';
import { makePrivateFolder } from '../platform/private-file.js';

/**
 * Creates the home if it is missing and makes sure that other users cannot read it (mode 0700). The permissions of a
 * folder with other content are not changed.
 *
 * @throws {UserError} if the folder is readable by others and not empty, or is not a folder
 */
export async function prepareHome(home: string): Promise<void> {
  // Applies to all files created from here on, also by libraries.
  process.umask(0o077);
  await makePrivateFolder(home).catch((error: NodeJS.ErrnoException) => {
    throw new UserError(`failed to create the home ${home}: ${error.message}`);
  });
  if (process.platform === 'win32') return; // the folder is in the user profile and has its permissions
  const { mode } = await stat(home);
  if ((mode & 0o077) === 0) return;
  if ((await readdir(home)).length > 0) {
    throw new UserError(`the home ${home} is readable by other users`, `chmod 700 ${home}`);
  }
  await chmod(home, 0o700);
}
