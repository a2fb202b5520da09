import { open } from 'node:fs/promises';

/** What file systems that cannot sync folders say, e.g. of FUSE and CIFS: their names are as durable as they can be. */
const UNSUPPORTED: ReadonlySet<unknown> = new Set(['EINVAL', 'ENOTSUP', 'ENOSYS', 'EPERM']);

/** Makes the names in a folder durable, if its file system can: files that were created, renamed or removed in it. */
export async function syncFolder(path: string): Promise<void> {
  // Windows has no handles of folders to sync; its file system journals names.
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } catch (error) {
    if (!UNSUPPORTED.has((error as NodeJS.ErrnoException).code)) throw error;
  } finally {
    await folder.close();
  }
}
