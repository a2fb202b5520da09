import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { buildTests } from './lib/build.mjs';
import { baseImage } from './lib/lab/base-image.mjs';
import { packProjectLayer } from './lib/lab/project-layer.mjs';
import { has, ROOT, run, runScript, StepError, say } from './lib/run.mjs';
import { setUp } from './lib/set-up.mjs';

// npm run test:lab: makes devices with a real kernel in a virtual machine, and tests Guildhall there.

const PROGRAMS = ['qemu-system-x86_64', 'mmdebstrap', 'cpio', 'g++'];

await runScript(() => {
  const missing = PROGRAMS.filter((program) => !has(program));
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new StepError('The lab runs on Linux on x64.');
  if (process.getuid() !== 0) throw new StepError('The image of the lab is made by root.');
  if (missing.length > 0) {
    const mend = 'On Debian: apt install --no-install-recommends qemu-system-x86 mmdebstrap cpio g++';
    throw new StepError(`${missing.join(', ')} missing.\n${mend}`);
  }
  setUp();
  buildTests();
  const { kernel, archive } = baseImage();
  const work = mkdtempSync(`${tmpdir()}/guildhall-lab-`);
  try {
    say('packing the project for the lab');
    packProjectLayer(`${work}/layer.cpio`);
    run(
      'sh',
      ['-c', 'cat "$1" "$2" > "$0"', `${work}/initrd`, archive, `${work}/layer.cpio`],
      'Is the disk full?',
    );
    const flags = ['--enable-source-maps', '--test', '--test-reporter=spec'];
    const { status } = spawnSync(process.execPath, [...flags, `${ROOT}.test-build/lab/lab.test.js`], {
      cwd: ROOT,
      env: { ...process.env, GUILDHALL_LAB_KERNEL: kernel, GUILDHALL_LAB_INITRD: `${work}/initrd` },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    process.exitCode = status ?? 1;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
});
