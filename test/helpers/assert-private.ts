import assert from 'node:assert/strict';
import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { describeOthersAccess } from '#guildhall/platform/files/windows-access.js';

/** Asserts that no other user can access a file or folder. On Windows it may be so by the folder that it is in. */
export async function assertPrivate(path: string): Promise<void> {
  if (process.platform === 'win32')
    assert.ok([path, dirname(path)].some(isPrivate), `others can access ${path}`);
  else assert.equal((await stat(path)).mode & 0o077, 0, `others can access ${path}`);
}

function isPrivate(path: string): boolean {
  return describeOthersAccess(path) === null;
}
