import assert from 'node:assert/strict';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { OpenedFolder } from '#guildhall/platform/files/private-file.js';
import { LOOK_FOR_FILES_MS, restoreIfRemoved } from '#guildhall/platform/files/removed-file.js';
import { createLogger } from '#guildhall/platform/log.js';
import { ManualClock } from '../hardware/support/manual-clock.js';
import { eventually } from '../helpers/eventually.js';
import { withTemporaryFolder } from '../helpers/temporary-folder.js';

test('a removed file is recreated, unless its folder was replaced', () =>
  withTemporaryFolder(async (parent) => {
    const home = join(parent, 'home');
    const path = join(home, 'file');
    await mkdir(home);
    await writeFile(path, '');
    const clock = new ManualClock();
    let looked = 0;
    const opened = await OpenedFolder.open(home);
    const folder = {
      isInPlace: () => {
        looked += 1;
        return opened.isInPlace();
      },
    };
    let made = 0;
    const log = createLogger('warn', { write: () => undefined });
    const task = restoreIfRemoved({ path, folder, clock, log }, async () => {
      made += 1;
      await writeFile(path, '');
    });
    const look = () => clock.advance(LOOK_FOR_FILES_MS);
    await look();
    await rm(path);
    await eventually(async () => {
      await look();
      return made === 1;
    });
    assert.equal(looked, 1);
    await rename(home, join(parent, 'moved'));
    for (const makeAnother of [async () => undefined, () => mkdir(home)]) {
      await makeAnother();
      const before = looked;
      await eventually(async () => {
        await look();
        return looked > before;
      });
    }
    await task.stop();
    assert.deepEqual([made, clock.timers], [1, 0]);
  }));
