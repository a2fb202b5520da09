import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '#guildhall/store/sqlite/open-store.js';
import { describeStore } from '../contract/index.js';

/** Runs the contract of the store on SQLite. */
export function describeSqliteStore(): void {
  describeStore(async (onError) => {
    const folder = await mkdtemp(join(tmpdir(), 'guildhall-test-'));
    const path = join(folder, 'home', 'guildhall.db');
    return {
      folder,
      open: () => openStore(path, onError),
      openBackup: (copy) => openStore(copy, onError),
      remove: () => rm(folder, { recursive: true, force: true }),
    };
  });
}
