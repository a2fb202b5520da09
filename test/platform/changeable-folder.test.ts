import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type FolderAccess, findChangeableFolder } from '#guildhall/platform/changeable-folder.js';

const ME = { uid: 1000, gid: 1000, outsider: null };
const ROOTS: FolderAccess = { uid: 0, gid: 0, mode: 0o755 };

/** Looks for a folder among `/`, `/srv` and `/srv/x`, of which one is not of root alone. */
function find(path: string, found: Partial<FolderAccess>): Promise<string | null> {
  return findChangeableFolder('/srv/x', ME, async (folder) => ({
    ...ROOTS,
    ...(folder === path ? found : {}),
  }));
}

test('a folder that another user owns or may write to is found, also above the one that is used', async () => {
  for (const path of ['/srv/x', '/srv', '/']) {
    for (const found of [
      { uid: 1001 },
      { uid: 1001, mode: 0o1755 },
      { mode: 0o777 },
      { mode: 0o775, gid: 50 },
      { uid: 1000, mode: 0o775, gid: 50 },
      { uid: 1000, mode: 0o757 },
    ]) {
      assert.equal(await find(path, found), path, JSON.stringify(found));
    }
  }
});

test('sticky folders, own ones and those of root are not', async () => {
  for (const found of [
    {},
    { mode: 0o1777 },
    { uid: 1000, mode: 0o700 },
    { uid: 1000, mode: 0o1777 },
    { mode: 0o775 },
    { uid: 1000, gid: 1000, mode: 0o775 },
  ]) {
    assert.equal(await find('/srv', found), null, JSON.stringify(found));
  }
  const nobody = async () => assert.fail('no folder is looked at without users');
  assert.equal(await findChangeableFolder('/srv/x', null, nobody), null);
});

test('in a user namespace folders of users from outside of it are not', async () => {
  const nested = { ...ME, outsider: 65534 };
  const look = (mode: number) => async (folder: string) =>
    folder === '/' ? { uid: 65534, gid: 65534, mode } : ROOTS;
  assert.equal(await findChangeableFolder('/srv/x', nested, look(0o755)), null);
  assert.equal(await findChangeableFolder('/srv/x', nested, look(0o775)), '/');
  assert.equal(await findChangeableFolder('/srv/x', ME, look(0o755)), '/');
});
