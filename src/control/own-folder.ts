import { lstat } from 'node:fs/promises';
import { UserError } from '../platform/errors.js';

/**
 * Checks that a folder in a place open to everybody is this person's alone. Both ends of a socket in it do:
 * somebody else could have made the folder first, to listen there.
 *
 * @throws {UserError} if it is not
 */
export async function assertOwnFolder(path: string): Promise<void> {
  const folder = await lstat(path);
  const isOwn = folder.uid === process.getuid?.() && (folder.mode & 0o077) === 0;
  if (!folder.isDirectory() || !isOwn) {
    throw new UserError(
      `${path} is not a folder of yours alone`,
      'Remove it, or choose a home with a shorter path: then the control socket lies in the home itself.',
    );
  }
}
