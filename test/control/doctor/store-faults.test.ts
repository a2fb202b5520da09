import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Database } from '#guildhall/store/sqlite/database.js';
import { WITHOUT_OVERRIDE } from '../../hardware/support/input-bed.js';
import { onlyRoot } from '../../helpers/only-on.js';
import { type FaultCase, testFaults } from './support/fault-case.js';
import type { FaultScene } from './support/fault-scene.js';

/** Makes a store with an account, as the first start does. */
async function makeStore(scene: FaultScene): Promise<void> {
  const daemon = await scene.startDaemon();
  await daemon.end('SIGTERM');
}

/** Where the backup of a scene is. */
function backupOf(scene: FaultScene): string {
  return join(scene.folder, 'backup.tar');
}

/** A store of which there is a backup, and that is changed afterwards; the printed command restores the backup. */
function withBackup(
  code: FaultCase['code'],
  of: string,
  change: (path: string) => Promise<void>,
  message = /./,
): FaultCase {
  return {
    ...{ code, of, message },
    async make(scene) {
      await makeStore(scene);
      await scene.run(`guildhall backup ${backupOf(scene)} --home ${scene.home}`);
      await change(scene.files.database);
    },
    apply: (scene, { command }) => scene.run((command ?? '').replace('BACKUP', backupOf(scene)), 'y\n', true),
  };
}

const CASES: readonly FaultCase[] = [
  withBackup('store_damaged', 'a page that was overwritten', async (path) => {
    const bytes = await readFile(path);
    await writeFile(path, bytes.fill(7, 5000, 9000));
  }),
  withBackup('store_damaged', 'another file', (path) =>
    writeFile(path, 'this is not a database, but a text of more than a hundred bytes'.repeat(9)),
  ),
  withBackup(
    'store_newer',
    'a later schema',
    async (path) => {
      const database = await Database.open(path);
      await database.exec('PRAGMA user_version = 9999');
      await database.close();
    },
    /9999/,
  ),
  {
    code: 'store_unreadable',
    skip: onlyRoot('can take its rights from a program'),
    async make(scene) {
      await makeStore(scene);
      await scene.run(`chmod 000 ${scene.files.database}`);
      scene.through = WITHOUT_OVERRIDE;
    },
  },
  {
    code: 'clock_behind',
    async make(scene) {
      const daemon = await scene.startDaemon();
      await daemon.end('SIGTERM');
      // Later than the earliest time that is plausible, and before the account was created.
      scene.context = { now: Date.parse('2026-01-02T00:00:00Z') };
    },
    message: /newest record is of 20/,
    async apply(scene) {
      scene.context = {};
    },
  },
];

testFaults(CASES);
