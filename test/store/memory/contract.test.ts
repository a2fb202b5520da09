import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeStore } from '../contract/index.js';
import { MemoryData } from './memory-data.js';
import { openMemoryStore, readMemoryBackup } from './open-memory-store.js';

describeStore(async (onError) => {
  const folder = await mkdtemp(join(tmpdir(), 'guildhall-test-'));
  const data = new MemoryData();
  return {
    folder,
    open: async () => openMemoryStore(data, onError),
    openBackup: async (path) => openMemoryStore(await readMemoryBackup(path), onError),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
});
