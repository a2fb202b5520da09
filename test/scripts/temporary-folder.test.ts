import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { withTemporaryFolder } from '../helpers/temporary-folder.js';

const MODULE = fileURLToPath(new URL('../../scripts/lib/tests/temporary-folder.mjs', import.meta.url));

const PROGRAM = `
  import { mkdtempSync, statSync, writeFileSync } from 'node:fs';
  import { tmpdir } from 'node:os';
  import { join } from 'node:path';
  import { useTemporaryFolder } from ${JSON.stringify(MODULE)};
  useTemporaryFolder();
  writeFileSync(join(mkdtempSync(join(tmpdir(), 'left-')), 'file'), 'left');
  console.log(JSON.stringify({ folder: tmpdir(), mode: statSync(tmpdir()).mode & 0o777 }));`;

/** Where a run that leaves a file puts it, and who may enter the folder. */
function run(env: NodeJS.ProcessEnv): { folder: string; mode: number } {
  const args = ['--input-type=module', '-e', PROGRAM];
  return JSON.parse(
    execFileSync(process.execPath, args, { encoding: 'utf8', env: { ...process.env, ...env } }),
  );
}

test('a run leaves no temporary files, in memory or where TMPDIR says', () =>
  withTemporaryFolder(async (parent) => {
    const chosen = run({ TMPDIR: parent });
    assert.deepEqual([dirname(chosen.folder), chosen.mode], [parent, 0o711]);
    assert.deepEqual(readdirSync(parent), []);
    const { folder } = run({ TMPDIR: undefined });
    assert.throws(() => readdirSync(folder), { code: 'ENOENT' });
  }));
