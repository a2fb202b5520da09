import { join } from 'node:path';
import { test } from 'node:test';
import { UserError } from '#guildhall/platform/errors.js';
import { HomeLock } from '#guildhall/store/sqlite/home-lock.js';
import { assertPrivate } from '../../helpers/assert-private.js';
import { onlyPosix } from '../../helpers/only-on.js';
import { withTemporaryFolder } from '../../helpers/temporary-folder.js';

const BUSY = new UserError('in use');

test('the file of a lock is private, whatever the umask is', { skip: onlyPosix('there is no umask') }, () =>
  withTemporaryFolder(async (folder) => {
    const path = join(folder, 'backup.lock');
    const umask = process.umask(0);
    try {
      await (await HomeLock.take(path, BUSY)).stop();
    } finally {
      process.umask(umask);
    }
    await assertPrivate(path);
    // The file remains, and can be locked again.
    await (await HomeLock.take(path, BUSY)).stop();
  }),
);
