import type { HomeFiles } from '../platform/home.js';
import { HomeLock } from '../store/sqlite/home-lock.js';
import { homeInUse } from './home-in-use.js';
import { prepareHome } from './prepare-home.js';

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
