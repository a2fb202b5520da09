import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { has, ROOT, run, say } from '../run.mjs';
import { packProjectLayer } from './project-layer.mjs';

const PROGRAMS = ['qemu-system-x86_64', 'mmdebstrap', 'cpio', 'g++'];

/** Why no virtual machine can be made and run here; null if one can. */
export function whyNoLab() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return 'it runs on Linux on x64';
  if (process.getuid() !== 0) return 'its image is made by root';
  const missing = PROGRAMS.filter((program) => !has(program));
  if (missing.length === 0) return null;
  const hint = 'apt install --no-install-recommends qemu-system-x86 mmdebstrap cpio g++';
  return `${missing.join(', ')} missing; on Debian: ${hint}`;
}

/**
 * Boots the virtual machine with the project as it is built, and runs the guest's tests.
 *
 * @param {{kernel: string, archive: string}} image
 * @param {string[]} wanted texts that the path of a test file holds one of; all files if there are none
 * @returns {number} the exit code of the tests
 */
export function runLab({ kernel, archive }, wanted = []) {
  const work = mkdtempSync(`${tmpdir()}/guildhall-lab-`);
  try {
    say('packing the project for the lab');
    packProjectLayer(`${work}/layer.cpio`, wanted);
    const join = ['-c', 'cat "$1" "$2" > "$0"', `${work}/initrd`, archive, `${work}/layer.cpio`];
    run('sh', join, 'Is the disk full?');
    say('running the tests of the lab in a virtual machine, which takes some minutes');
    const flags = ['--enable-source-maps', '--test', '--test-reporter=spec'];
    const { status } = spawnSync(process.execPath, [...flags, `${ROOT}.test-build/lab/lab.test.js`], {
      cwd: ROOT,
      env: { ...process.env, GUILDHALL_LAB_KERNEL: kernel, GUILDHALL_LAB_INITRD: `${work}/initrd` },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    return status ?? 1;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
