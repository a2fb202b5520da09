import { join } from 'node:path';
import { UserError } from '../../platform/errors.js';
import type { HomeFiles } from '../../platform/home.js';
import { HomeLock } from '../../store/sqlite/home-lock.js';

const BUSY = new UserError(
  'another backup or restore of this home is running',
  'Wait until it has finished.',
);

/** Locks a home for one backup or restore at a time; the daemon may run meanwhile. @throws {UserError} if one runs */
export function lockBackups({ home }: HomeFiles): Promise<HomeLock> {
  return HomeLock.take(join(home, 'backup.lock'), BUSY);
}
