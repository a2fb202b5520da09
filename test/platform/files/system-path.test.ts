import assert from 'node:assert/strict';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { makePrivateFolder } from '#guildhall/platform/files/private-file.js';
import { toSystemPath } from '#guildhall/platform/files/system-path.js';
import { describeOthersAccess } from '#guildhall/platform/files/windows-access.js';
import { Database } from '#guildhall/store/sqlite/database.js';
import { assertPrivate } from '../../helpers/assert-private.js';
import { withTemporaryFolder } from '../../helpers/temporary-folder.js';

const LONG = 'x'.repeat(120);

test('only long paths of Windows get a prefix', () => {
  const folder = `C:\\${LONG}\\${LONG}`;
  assert.equal(toSystemPath(`${folder}\\1`, 'win32'), `${folder}\\1`);
  assert.equal(toSystemPath(`${folder}\\12345`, 'win32'), `\\\\?\\${folder}\\12345`);
  assert.equal(toSystemPath(`\\\\host\\${LONG}\\${LONG}`, 'win32'), `\\\\?\\UNC\\host\\${LONG}\\${LONG}`);
  assert.equal(toSystemPath(`/${LONG}/${LONG}/12345`, 'linux'), `/${LONG}/${LONG}/12345`);
});

test('folders and stores with long paths are created, and private', () =>
  withTemporaryFolder(async (parent) => {
    const folder = join(parent, LONG, LONG, LONG);
    await makePrivateFolder(folder);
    await assertPrivate(folder);
    assert.equal(describeOthersAccess(folder), null);
    const database = await Database.open(join(folder, 'store.db'));
    await database.exec('CREATE TABLE texts (text)');
    await database.close();
    assert.ok((await stat(join(folder, 'store.db'))).size > 0);
  }));
