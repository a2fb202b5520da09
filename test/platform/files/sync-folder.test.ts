import assert from 'node:assert/strict';
import { type FileHandle, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { test } from 'node:test';
import { syncFolder } from '#guildhall/platform/files/sync-folder.js';
import { onlyPosix } from '../../helpers/only-on.js';

const posix = { skip: onlyPosix('Windows does not sync folders') };

test('an unsupported folder sync is ignored, and a failed one is an error', posix, async (t) => {
  const folder = await open(tmpdir(), 'r');
  const handles = Object.getPrototypeOf(folder) as FileHandle;
  await folder.close();
  const failWith = (code: string) =>
    t.mock.method(handles, 'sync', () => Promise.reject(Object.assign(new Error(code), { code })));
  for (const code of ['EINVAL', 'ENOTSUP', 'ENOSYS', 'EPERM']) {
    failWith(code);
    await syncFolder(tmpdir());
  }
  failWith('EIO');
  await assert.rejects(syncFolder(tmpdir()), { code: 'EIO' });
});
