import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, extname, join } from 'node:path';
import { packTree } from './pack-tree.mjs';

/** The folder of the packages in the guest. */
const FOLDER = 'opt/packages';
/** The versions of the packages: a first one and a later one. */
export const FIRST = '1.0.0';
export const SECOND = '1.1.0';

/**
 * Packs packages, and npm with those that it installs, for scenarios that install them.
 *
 * @param {string} archive
 * @param {object} wanted
 * @param {Set<string>} wanted.versions
 * @param {Set<string>} wanted.formats `deb`, `tgz`
 */
export async function packPackagesLayer(archive, { versions, formats }) {
  const work = mkdtempSync(join(tmpdir(), 'guildhall-lab-packages-'));
  try {
    const folder = join(work, 'root', FOLDER);
    mkdirSync(folder, { recursive: true });
    // It uses what is built.
    const { makePackages } = await import('../package/make-packages.mjs');
    for (const version of versions) {
      const output = join(work, version);
      for (const name of await makePackages({ output, version, isAsBuilt: true }))
        if (formats.has(extname(name).slice(1))) cpSync(join(output, name), join(folder, name));
    }
    if (formats.has('tgz')) cpSync(npmFolder(), join(folder, 'npm'), { recursive: true });
    packTree(join(work, 'root'), archive);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function npmFolder() {
  const { stdout } = spawnSync('sh', ['-c', 'readlink -f "$(command -v npm)"'], { encoding: 'utf8' });
  return dirname(dirname(stdout.trim()));
}
