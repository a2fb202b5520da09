import assert from 'node:assert/strict';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { UserError } from '#guildhall/platform/errors.js';
import { missingModuleHint } from '#guildhall/platform/native/binding.js';
import { toUserError } from '#guildhall/platform/system-errors.js';
import { StoreError } from '#guildhall/store/errors.js';
import { withTemporaryFolder } from '../helpers/temporary-folder.js';

test('a system error names the path, its meaning and a hint', () =>
  withTemporaryFolder(async (folder) => {
    await mkdir(join(folder, 'there'));
    for (const [path, meaning] of [
      [join(folder, 'missing'), 'no such file or folder'],
      [
        join(folder, 'x'.repeat(300)),
        process.platform === 'win32' ? 'no such file or folder' : 'the path is too long',
      ],
    ] as const) {
      const error: unknown = toUserError(await readFile(path).catch((thrown: unknown) => thrown));
      assert.ok(error instanceof UserError);
      assert.equal(error.message, `${path}: ${meaning}`);
      assert.notEqual(error.hint, null);
    }
  }));

test('a full disk is explained for files and for the store', () => {
  for (const error of [
    Object.assign(new Error('write'), { code: 'ENOSPC' }),
    new StoreError('full', 'SQLITE_FULL'),
  ]) {
    const explained = toUserError(error);
    assert.ok(explained instanceof UserError);
    assert.equal(explained.message, 'the disk is full');
  }
});

test('a module that cannot be loaded is explained in one line, with what to do', () => {
  for (const code of ['MODULE_NOT_FOUND', 'ERR_MODULE_NOT_FOUND']) {
    const error = new Error("Cannot find module 'sqlite3'\r\nRequire stack:\n- /cli.cjs");
    const explained = toUserError(Object.assign(error, { code }));
    assert.ok(explained instanceof UserError);
    assert.deepEqual(
      [explained.message, explained.hint],
      ["Cannot find module 'sqlite3'", missingModuleHint()],
    );
  }
});

test('other errors are unchanged', () => {
  for (const error of [
    new UserError('known'),
    new TypeError('fault'),
    'text',
    Object.assign(new Error('x'), { code: 'E' }),
  ]) {
    assert.equal(toUserError(error), error);
  }
});

test('errors without a path name the missing resource', () => {
  for (const [syscall, meaning, hint] of [
    ['uv_resident_set_memory', '/proc cannot be read', 'Mount /proc: on Linux Guildhall needs it.'],
    ['uv_cwd', 'the folder in which this was run no longer exists', 'Change to another folder.'],
  ] as const) {
    const explained = toUserError(Object.assign(new Error('ENOENT'), { code: 'ENOENT', syscall }));
    assert.ok(explained instanceof UserError);
    assert.deepEqual([explained.message, explained.hint], [meaning, hint]);
  }
});
