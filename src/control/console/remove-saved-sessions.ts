import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncFolder } from '../../platform/sync-folder.js';

/** Removes stored console sessions for good, which takes no space on the disk. @throws if that fails */
export async function removeSavedSessions(path: string): Promise<void> {
  await rm(path, { force: true });
  await syncFolder(dirname(path));
}
