import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { UserError } from '#guildhall/platform/errors.js';
import { giveName, refuseExisting } from '#guildhall/platform/files/new-file.js';
import { withTemporaryFolder } from '../../helpers/temporary-folder.js';

test('a written file has only its final name afterwards', () =>
  withTemporaryFolder(async (folder) => {
    await writeFile(join(folder, 'partial'), 'written');
    await giveName(join(folder, 'partial'), join(folder, 'target'));
    assert.deepEqual(await readdir(folder), ['target']);
    assert.equal(await readFile(join(folder, 'target'), 'utf8'), 'written');
  }));

test('a file that was created in the meantime is not replaced', () =>
  withTemporaryFolder(async (folder) => {
    const [partial, target] = [join(folder, 'partial'), join(folder, 'target')];
    await writeFile(partial, 'written');
    await refuseExisting(target);
    await writeFile(target, 'of somebody else');
    await assert.rejects(giveName(partial, target), UserError);
    await assert.rejects(refuseExisting(target), UserError);
    assert.equal(await readFile(target, 'utf8'), 'of somebody else');
    assert.equal(await readFile(partial, 'utf8'), 'written');
  }));
