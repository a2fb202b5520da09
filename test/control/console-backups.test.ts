import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { ConsoleBackups } from '#guildhall/control/health/console-backups.js';
import { withTemporaryFolder } from '../helpers/temporary-folder.js';

test('ten backups may be in the folder, not counting what an interrupted one left', () =>
  withTemporaryFolder(async (folder) => {
    for (let index = 0; index < 9; index += 1) await writeFile(join(folder, `${index}.tar`), '');
    for (const name of ['a', 'b']) await mkdir(join(folder, `guildhall-1.tar.partial-${name}`));
    const backups = new ConsoleBackups({
      folder,
      now: () => 0,
      write: async (_folder, name) => {
        const file = join(folder, name);
        await writeFile(file, '');
        return { file, bytes: 0 };
      },
    });
    assert.equal((await backups.create()).file, join(folder, 'guildhall-19700101-000000.tar'));
    await assert.rejects(backups.create(), /There are 10 backups/);
  }));
