import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { withTemporaryFolder } from '../../helpers/temporary-folder.js';

const { relocateModule } = (await import(
  new URL('../../../scripts/lib/prebuilt/relocate-module.mjs', import.meta.url).href
)) as { relocateModule(file: string): void };

/** What a module contains after its folder is replaced. */
function relocated(text: string): Promise<string> {
  return new Promise((resolve, reject) =>
    withTemporaryFolder(async (folder) => {
      const file = join(folder, 'module.node');
      writeFileSync(file, text, 'latin1');
      relocateModule(file);
      resolve(readFileSync(file, 'latin1'));
    }).catch(reject),
  );
}

test('the recorded build folder is replaced with $ORIGIN', async () => {
  const before = 'libm.so.6\0/tmp/any one/build/Release\0libc.so.6\0';
  const after = await relocated(before);
  assert.equal(after.length, before.length);
  assert.match(after, /^libm\.so\.6\0\$ORIGIN\0+libc\.so\.6\0$/);
});

test('a relocated module is unchanged', async () => {
  const before = 'libm.so.6\0$ORIGIN\0\0\0libc.so.6\0';
  assert.equal(await relocated(before), before);
});

for (const [title, text] of [
  ['no such folder', 'libm.so.6\0libc.so.6\0'],
  ['two such folders', 'a\0/x/build/Release\0b\0/y/build/Release\0'],
] as const)
  test(`a module that records ${title} is refused`, async () => {
    await assert.rejects(relocated(text), /does not record one folder/);
  });
