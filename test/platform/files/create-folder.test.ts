import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { createFolder } from '#guildhall/platform/files/create-folder.js';
import { onlyLinux, onlyPosix } from '../../helpers/only-on.js';
import { withTemporaryFolder } from '../../helpers/temporary-folder.js';

const posix = { skip: onlyPosix('folders have no mode on Windows') };
const linux = { skip: onlyLinux('there is no /proc') };
const MODULE = import.meta.resolve('#guildhall/platform/files/create-folder.js');

test('a folder and its parents are created with the given mode', posix, () =>
  withTemporaryFolder(async (folder) => {
    const path = join(folder, 'one', 'two', 'three');
    await Promise.all([createFolder(path, 0o700), createFolder(path, 0o700)]);
    await createFolder(path, 0o755);
    for (const created of [join(folder, 'one'), join(folder, 'one', 'two'), path]) {
      assert.equal((await stat(created)).mode & 0o777, 0o700);
    }
  }),
);

test('a link to a folder is a folder, a file is not', posix, () =>
  withTemporaryFolder(async (folder) => {
    await symlink(folder, join(folder, 'link'));
    await createFolder(join(folder, 'link', 'below'));
    assert.ok((await stat(join(folder, 'below'))).isDirectory());
    await writeFile(join(folder, 'file'), '');
    await assert.rejects(createFolder(join(folder, 'file')), { code: 'EEXIST' });
    await assert.rejects(createFolder(join(folder, 'file', 'below')), { code: 'EEXIST' });
  }),
);

test('a folder in which none can be created is an error', linux, async () => {
  const program = `
    import { createFolder } from ${JSON.stringify(MODULE)};
    await createFolder('/proc/nothing/below').catch(({ code, path }) => console.log(code, path));`;
  const options = ['--input-type=module', '--eval', program];
  // In a process that can be killed: mkdir of Node.js would keep this one busy for ever.
  const limits = { timeout: 30_000, killSignal: 'SIGKILL' } as const;
  const { stdout } = await promisify(execFile)(process.execPath, options, limits);
  assert.equal(stdout, 'ENOENT /proc/nothing\n');
});
