import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { withTemporaryFolder } from '../../helpers/temporary-folder.js';

interface Target {
  readonly name: string;
  readonly file: string;
  readonly sources: readonly string[];
  readonly flags: readonly string[];
  readonly libraries: readonly string[];
  readonly inputs: readonly string[];
}

const { keyOf } = (await import(
  new URL('../../../scripts/lib/package/windows/cross-compile.mjs', import.meta.url).href
)) as { keyOf(target: Target): string };

test('a library for Windows is compiled again after a change of its files, headers or flags alone', () =>
  withTemporaryFolder(async (folder) => {
    const [source, header] = [join(folder, 'echo.c'), join(folder, 'echo.h')];
    await writeFile(source, '#include "echo.h"');
    await writeFile(header, '#define ECHO 1');
    const target = {
      name: 'echo',
      file: 'echo.dll',
      sources: [source],
      flags: ['-DFLOATING_POINT'],
      libraries: [],
      inputs: [source, header],
    };
    const key = keyOf(target);
    assert.equal(keyOf({ ...target, inputs: [header, source] }), key);
    assert.notEqual(keyOf({ ...target, flags: ['-DFIXED_POINT'] }), key);
    assert.notEqual(keyOf({ ...target, libraries: ['-lole32'] }), key);
    await writeFile(header, '#define ECHO 2');
    assert.notEqual(keyOf(target), key);
  }));
