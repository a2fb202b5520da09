import { removePrivateFile } from '../platform/files/private-file.js';
import { pathExists } from '../platform/files/text-file.js';
import type { HomeFiles } from '../platform/home.js';
import { withLockedHome } from './lock-home.js';

/**
 * Signs all browsers out of the console of a home whose daemon does not run: the next one would accept their sessions.
 *
 * @throws {UserError} if a daemon is starting on this home, or it cannot be used
 */
export async function signOutStopped(files: HomeFiles): Promise<void> {
  if (!(await pathExists(files.consoleSessions))) return;
  await withLockedHome(files, ['console', '--sign-out'], () => removePrivateFile(files.consoleSessions));
}
