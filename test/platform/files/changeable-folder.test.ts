import assert from 'node:assert/strict';
import { lchown, mkdir, realpath, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { findChangeablePart, findProtectedPath } from '#guildhall/platform/files/changeable-folder.js';
import type { PathPart } from '#guildhall/platform/files/untrusted-part.js';
import { OTHER_UID, otherUserTest } from '../../helpers/other-user.js';
import { withTemporaryFolder } from '../../helpers/temporary-folder.js';

const ME = { uid: 1000, gid: 1000, outsider: null };
const ROOTS = { uid: 0, gid: 0, mode: 0o755, isLink: false };

type Access = Partial<Omit<PathPart, 'path'>>;

/** `/`, `/srv` and `/srv/x`, of which one is not of root alone. */
async function* partsWith(path: string, found: Access): AsyncGenerator<PathPart> {
  for (const each of ['/', '/srv', '/srv/x']) yield { ...ROOTS, path: each, ...(each === path ? found : {}) };
}

const find = (path: string, found: Access) => findChangeablePart(partsWith(path, found), ME);

test('a folder that another user owns or can write is reported, including parent folders', async () => {
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

test('sticky folders and folders of the same user or root are accepted', async () => {
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
  assert.equal(await findChangeablePart(partsWith('/srv', { mode: 0o777 }), null), null);
});

test('in a user namespace folders of unmapped users are accepted', async () => {
  const nested = { ...ME, outsider: 65534 };
  const root = (mode: number) => partsWith('/', { uid: 65534, gid: 65534, mode });
  assert.equal(await findChangeablePart(root(0o755), nested), null);
  assert.equal(await findChangeablePart(root(0o775), nested), '/');
  assert.equal(await findChangeablePart(root(0o755), ME), '/');
});

test('a symbolic link of another user is reported, those of the same user and root are accepted in any mode', async () => {
  for (const uid of [0, 1000, 1001]) {
    assert.equal(await find('/srv/x', { uid, mode: 0o777, isLink: true }), uid === 1001 ? '/srv/x' : null);
  }
});

otherUserTest('a file is not written where links lead through a link or folder of another user', () =>
  withTemporaryFolder(async (folder) => {
    for (const name of ['own', 'theirs', 'theirs/own', 'theirs/sub']) await mkdir(join(folder, name));
    const path = join(await realpath(folder), 'own', 'file');
    for (const [name, to] of [
      ['link', 'own'],
      ['to-link', 'link'],
    ] as const)
      await symlink(to, join(folder, name));
    const links = ['link', 'to-link'].map((name) => join(folder, name, 'file'));
    for (const link of links) assert.equal(await findProtectedPath(link, 'it'), path);
    await lchown(join(folder, 'theirs'), OTHER_UID, OTHER_UID);
    await symlink('theirs/sub', join(folder, 'to-sub'));
    await symlink('to-sub/../own', join(folder, 'above-sub'));
    await assert.rejects(
      findProtectedPath(join(folder, 'above-sub', 'file'), 'it'),
      /^UserError: other users can change \S+\/theirs, /,
    );
    await lchown(join(folder, 'link'), OTHER_UID, OTHER_UID);
    for (const link of links)
      await assert.rejects(findProtectedPath(link, 'it'), /^UserError: other users can change \S+\/link, /);
  }),
);
