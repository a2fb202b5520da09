import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

interface LockedPackage {
  name: string;
  version: string;
  isCompiled: boolean;
  isMissing: boolean;
}

const { listPackages } = (await import(
  new URL('../../scripts/lib/locked-packages.mjs', import.meta.url).href
)) as { listPackages(root: string): LockedPackage[] };

test('packages of the lockfile that are absent or of another version are missing; optional ones are not', async () => {
  const root = await mkdtemp(join(tmpdir(), 'guildhall-packages-'));
  try {
    const packages = {
      '': { name: 'project' },
      'node_modules/present': { version: '1.0.0' },
      'node_modules/old': { version: '2.0.0', hasInstallScript: true },
      'node_modules/present/node_modules/nested': { version: '3.0.0' },
      'node_modules/other-platform': { version: '4.0.0', optional: true },
    };
    await writeFile(join(root, 'package-lock.json'), JSON.stringify({ packages }));
    for (const name of ['present', 'old']) {
      await mkdir(join(root, 'node_modules', name), { recursive: true });
      await writeFile(join(root, 'node_modules', name, 'package.json'), '{"version":"1.0.0"}');
    }
    assert.deepEqual(listPackages(root), [
      { name: 'present', version: '1.0.0', isCompiled: false, isMissing: false },
      { name: 'old', version: '2.0.0', isCompiled: true, isMissing: true },
      { name: 'nested', version: '3.0.0', isCompiled: false, isMissing: true },
    ]);
  } finally {
    await rm(root, { recursive: true });
  }
});
