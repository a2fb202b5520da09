import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { has, ROOT, run, say } from '../run.mjs';
import { runTestFiles } from '../tests/run-test-files.mjs';
import { FIRST, packPackagesLayer, SECOND } from './packages-layer.mjs';
import { packProjectLayer } from './project-layer.mjs';
import { selectScenarios } from './scenarios.mjs';

/** The scenario of all packages and of upgrades. */
const PACKAGES = 'packages';
/** What scenarios use of the packages, by their names. */
const NEEDS = {
  [PACKAGES]: { versions: [FIRST, SECOND], formats: ['deb', 'tgz'] },
  service: { versions: [FIRST], formats: ['deb'] },
};
const PROGRAMS = ['qemu-system-x86_64', 'mmdebstrap', 'cpio', 'g++'];

/** Why no virtual machine can be made and run here; null if one can. */
export function whyNoLab() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return 'it runs on Linux on x64';
  if (process.getuid() !== 0) return 'its image is made by root';
  const missing = PROGRAMS.filter((program) => !has(program));
  if (!has('mke2fs', ['-V'])) missing.push('mke2fs');
  if (missing.length === 0) return null;
  const hint = 'apt install --no-install-recommends qemu-system-x86 mmdebstrap cpio e2fsprogs g++';
  return `${missing.join(', ')} missing; on Debian: ${hint}`;
}

/**
 * Boots the virtual machine with the project as it is built, and runs the guest's tests.
 *
 * @param {{kernel: string, archive: string}} image
 * @param {string[]} wanted texts that the path of a test file contains one of; empty: all
 * @returns {Promise<number>} the exit code of the tests
 */
export async function runLab({ kernel, archive }, wanted = []) {
  const work = mkdtempSync(`${tmpdir()}/guildhall-lab-`);
  try {
    say('packing the project for the lab');
    const { scenarios, files } = selectScenarios(`${ROOT}.test-build/lab/guest`, wanted);
    packProjectLayer(`${work}/layer.cpio`, files);
    const layers = [archive, `${work}/layer.cpio`];
    const needs = scenarios.flatMap(({ name }) => NEEDS[name] ?? []);
    if (needs.length > 0) {
      await packPackagesLayer(`${work}/packages.cpio`, {
        versions: new Set(needs.flatMap(({ versions }) => versions)),
        formats: new Set(needs.flatMap(({ formats }) => formats)),
      });
      layers.push(`${work}/packages.cpio`);
    }
    run('sh', ['-c', 'cat "$@" > "$0"', `${work}/initrd`, ...layers], 'Is the disk full?');
    say('running the tests of the lab in a virtual machine, which takes some minutes');
    return runTestFiles(['lab/lab'], {
      GUILDHALL_LAB_KERNEL: kernel,
      GUILDHALL_LAB_INITRD: `${work}/initrd`,
      GUILDHALL_LAB_SCENARIOS: JSON.stringify(scenarios),
    });
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
