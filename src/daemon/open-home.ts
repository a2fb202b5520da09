import type { HomeFiles } from '../platform/home.js';
import type { Lifecycle } from '../platform/lifecycle.js';
import type { Logger } from '../platform/log.js';
import type { LogFile } from '../platform/log-file/log-file.js';
import { HomeLock } from '../store/sqlite/home-lock.js';
import { finishRestore } from './backup/finish-restore.js';
import { homeInUse } from './lock-home.js';
import { prepareHome } from './prepare-home.js';

export interface HomeOptions {
  /** the command that serves it */
  readonly command: 'start' | 'api';
  readonly log: Logger;
  readonly logFile: LogFile;
}

/**
 * Makes a home ready for the process that serves it: creates it if it is missing, locks it, opens its log, and completes a
 * restore that was interrupted.
 *
 * @throws {UserError} if another process serves it, or others can read it
 */
export async function openHome(
  files: HomeFiles,
  { command, log, logFile }: HomeOptions,
  lifecycle: Lifecycle,
): Promise<void> {
  await prepareHome(files.home, [command]);
  lifecycle.add('home lock', await HomeLock.take(files.lock, homeInUse(files.home)));
  await logFile.open(files.log);
  lifecycle.add('log file', logFile);
  const former = await finishRestore(files);
  if (former !== null) log.warn({ former }, 'completed a restore that was interrupted');
}
