import { chmod, readdir, stat } from 'node:fs/promises';
import { UserError } from '../platform/errors.js';
import { makePrivateFolder } from '../platform/private-file.js';

/**
 * Makes the home if it is missing and sees to it that nobody else can look into it (mode 0700). A folder of
 * somebody's that already holds other things is not touched: it is not for us to close it.
 *
 * @throws {UserError} if the folder is open to others and not empty, or is no folder
 */
export async function prepareHome(home: string): Promise<void> {
  // Whatever makes a file from here on, a library included, makes it for the person alone.
  process.umask(0o077);
  await makePrivateFolder(home).catch((error: NodeJS.ErrnoException) => {
    throw new UserError(`The home ${home} cannot be made: ${error.message}`);
  });
  if (process.platform === 'win32') return; // the folder lies in the person's profile, with its permissions
  const { mode } = await stat(home);
  if ((mode & 0o077) === 0) return;
  if ((await readdir(home)).length > 0) {
    throw new UserError(`The home ${home} can be read by others`, `chmod 700 ${home}`);
  }
  await chmod(home, 0o700);
}
