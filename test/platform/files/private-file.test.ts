import assert from 'node:assert/strict';
import { mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { NotSavedError, UserError } from '#guildhall/platform/errors.js';
import { makePrivateSubfolder, PrivateFileWriter } from '#guildhall/platform/files/private-file.js';
import { eventually } from '../../helpers/eventually.js';
import { withTemporaryFolder } from '../../helpers/temporary-folder.js';

const MOVED = /home was moved or removed while Guildhall was running/;

async function withWriter(
  run: (writer: PrivateFileWriter, paths: { parent: string; home: string; file: string }) => Promise<void>,
): Promise<void> {
  await withTemporaryFolder(async (parent) => {
    const home = join(parent, 'home');
    await mkdir(home);
    const file = join(home, 'file.json');
    await run(await PrivateFileWriter.open(file), { parent, home, file });
  });
}

test('a file in a moved folder is not written, and its old folder is not recreated', () =>
  withWriter(async (writer, { parent, home, file }) => {
    await writer.write('before');
    const moved = join(parent, 'moved');
    await rename(home, moved);
    await assert.rejects(writer.write('meanwhile'), MOVED);
    await assert.rejects(writer.remove(), MOVED);
    assert.deepEqual(await readdir(parent), ['moved']);
    await rename(moved, home);
    await writer.write('after');
    assert.equal(await readFile(file, 'utf8'), 'after');
  }));

test('a file that a program reads is replaced, on Windows once it is closed', () =>
  withWriter(async (writer, { home, file }) => {
    await writer.write('former');
    const reader = await open(file);
    let isWritten = false;
    const written = writer.write('new').then(() => {
      isWritten = true;
    });
    let tries = 0;
    await eventually(async () => {
      tries += (await readdir(home)).length - 1;
      return isWritten || tries >= 5;
    });
    await reader.close();
    await written;
    assert.equal(await readFile(file, 'utf8'), 'new');
    assert.deepEqual(await readdir(home), ['file.json']);
  }));

test('a file is neither written nor removed in a replaced folder', () =>
  withWriter(async (writer, { parent, home, file }) => {
    await rename(home, join(parent, 'moved'));
    await mkdir(home);
    await writeFile(file, 'of another');
    await assert.rejects(writer.write('text'), MOVED);
    await assert.rejects(writer.remove(), MOVED);
    assert.equal(await readFile(file, 'utf8'), 'of another');
  }));

test('a file in a removed folder is not written', () =>
  withWriter(async (writer, { parent, home }) => {
    await rm(home, { recursive: true });
    const error = await writer.write('text').then(
      () => assert.fail('it was written'),
      (reason: unknown) => reason,
    );
    assert.ok(error instanceof UserError);
    assert.equal(new NotSavedError('it holds', error).hint, error.hint);
    await assert.rejects(makePrivateSubfolder(join(home, 'redirects')), { code: 'ENOENT' });
    assert.deepEqual(await readdir(parent), []);
  }));

test('an existing private folder is unchanged, and a file at its path is an error', () =>
  withTemporaryFolder(async (parent) => {
    const folder = join(parent, 'folder');
    await makePrivateSubfolder(folder);
    await writeFile(join(folder, 'file'), '');
    await makePrivateSubfolder(folder);
    assert.deepEqual(await readdir(folder), ['file']);
    await assert.rejects(makePrivateSubfolder(join(folder, 'file')), { code: 'EEXIST' });
  }));
