import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe } from 'node:test';
import { openStore } from '#guildhall/store/sqlite/open-store.js';
import { noPostgres, sharedPostgres } from '../../helpers/postgres/postgres-server.js';
import { describeStore } from '../contract/index.js';
import { openNode } from './support/open-node.js';

/** Runs the contract of the store on PostgreSQL. */
export function describePostgresStore(): void {
  describe('A store in PostgreSQL', { skip: noPostgres }, () => {
    describeStore(async (onError) => {
      const server = await sharedPostgres();
      const folder = await mkdtemp(join(tmpdir(), 'guildhall-test-'));
      const database = await server.takeDatabase();
      return {
        folder,
        open: () => openNode(server.settings(database), { onError }),
        openBackup: (copy) => openStore(copy, onError),
        async remove() {
          await server.returnDatabase(database);
          await rm(folder, { recursive: true, force: true });
        },
      };
    });
  });
}
