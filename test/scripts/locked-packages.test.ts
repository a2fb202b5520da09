import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { withTemporaryFolder } from '../helpers/temporary-folder.js';

interface LockedPackage {
  name: string;
  version: string;
  isOfTests: boolean;
  isCompiled: boolean;
  isMissing: boolean;
}

interface LockedPackages {
  listPackages(root: string): LockedPackage[];
  listRuntimePackages(root: string): string[];
}

const { listPackages, listRuntimePackages } = (await import(
  new URL('../../scripts/lib/locked-packages.mjs', import.meta.url).href
)) as LockedPackages;

/** Runs a test with a project that has a lockfile of these packages. */
async function withLockfile(packages: object, run: (root: string) => Promise<void>): Promise<void> {
  await withTemporaryFolder(async (root) => {
    await writeFile(join(root, 'package-lock.json'), JSON.stringify({ packages }));
    await run(root);
  });
}

test('locked packages that are absent or have another version are missing, except optional ones', async () => {
  const packages = {
    '': { name: 'project' },
    'node_modules/present': { version: '1.0.0' },
    'node_modules/old': { version: '2.0.0', hasInstallScript: true },
    'node_modules/present/node_modules/nested': { version: '3.0.0', dev: true },
    'node_modules/other-platform': { version: '4.0.0', optional: true },
  };
  await withLockfile(packages, async (root) => {
    for (const name of ['present', 'old']) {
      await mkdir(join(root, 'node_modules', name), { recursive: true });
      await writeFile(join(root, 'node_modules', name, 'package.json'), '{"version":"1.0.0"}');
    }
    assert.deepEqual(listPackages(root), [
      { name: 'present', version: '1.0.0', isOfTests: false, isCompiled: false, isMissing: false },
      { name: 'old', version: '2.0.0', isOfTests: false, isCompiled: true, isMissing: true },
      { name: 'nested', version: '3.0.0', isOfTests: true, isCompiled: false, isMissing: true },
    ]);
  });
});

test('packages for building and testing are not needed at run time', async () => {
  const packages = {
    '': { name: 'project' },
    'node_modules/needed': { version: '1.0.0' },
    'node_modules/needed/node_modules/nested': { version: '2.0.0' },
    'node_modules/tool': { version: '3.0.0', dev: true },
    'node_modules/typescript': { version: '3.0.0' },
    'node_modules/addition-of-tool': { version: '4.0.0', devOptional: true },
    'node_modules/other-platform': { version: '5.0.0', optional: true },
  };
  await withLockfile(packages, async (root) => {
    assert.deepEqual(listRuntimePackages(root), [
      'node_modules/needed',
      'node_modules/needed/node_modules/nested',
    ]);
  });
});
