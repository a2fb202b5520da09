import { guildhallCommand } from '../control/doctor/guildhall-command.js';
import { UserError } from '../platform/errors.js';
import { removePrivateFile } from '../platform/files/private-file.js';
import { pathExists } from '../platform/files/text-file.js';
import type { HomeFiles } from '../platform/home.js';
import { HomeLock } from '../store/sqlite/home-lock.js';
import { prepareHome } from './prepare-home.js';

/** The error of a command that needs a home for itself while another process uses it. */
export function homeInUse(home: string): UserError {
  const [stop, doctor] = ['stop', 'doctor'].map((command) =>
    guildhallCommand({ home, environment: process.env }, command),
  );
  return new UserError(
    'a daemon or guildhall api is already running on this home',
    `Stop it with \`${stop}\`, or choose another home with --home. If it does not answer, see \`${doctor}\``,
  );
}

/**
 * Runs a command that changes a home which no daemon serves meanwhile.
 *
 * @param command its words, for hints
 * @throws {UserError} if a daemon runs on this home, or it cannot be used
 */
export async function withLockedHome<T>(
  files: HomeFiles,
  command: readonly string[],
  run: () => Promise<T>,
): Promise<T> {
  await prepareHome(files.home, command);
  const lock = await HomeLock.take(files.lock, homeInUse(files.home));
  try {
    return await run();
  } finally {
    await lock.stop();
  }
}

/**
 * Signs all browsers out of the console of a home whose daemon does not run: the next one would accept their sessions.
 *
 * @throws {UserError} if a daemon is starting on this home, or it cannot be used
 */
export async function signOutStopped(files: HomeFiles): Promise<void> {
  if (!(await pathExists(files.consoleSessions))) return;
  await withLockedHome(files, ['console', '--sign-out'], () => removePrivateFile(files.consoleSessions));
}
