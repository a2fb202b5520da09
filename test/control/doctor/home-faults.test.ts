import assert from 'node:assert/strict';
import { chmod, chown, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Finding } from '#guildhall/control/doctor/finding.js';
import { WITHOUT_OVERRIDE } from '../../hardware/support/input-bed.js';
import { onlyPosix, onlyRoot } from '../../helpers/only-on.js';
import { OTHER_UID } from '../../helpers/other-user.js';
import { type FaultCase, testFaults } from './support/fault-case.js';
import type { FaultScene } from './support/fault-scene.js';

const skip = onlyRoot('can change owners and mount file systems');
const onPosix = onlyPosix('modes are not used on Windows');

/** Runs doctor as another user, who may read everything but write only what is theirs. */
const AS_OTHER = [
  'setpriv',
  `--reuid=${OTHER_UID}`,
  '--clear-groups',
  '--inh-caps=+dac_read_search',
  '--ambient-caps=+dac_read_search',
];

/** Mounts a file system in memory as the home. */
async function mountHome(scene: FaultScene, options: string): Promise<void> {
  await scene.makeHome();
  await scene.run(`mount -t tmpfs -o mode=700,${options} tmpfs ${scene.home}`);
  scene.cleanUp(() => scene.run(`umount -l ${scene.home}`));
}

/** A folder of a person on the disk of the home, with files that can be deleted. */
const DOWNLOADS = 'downloads';

/** A disk with a home, which is filled with other files; the person looks at it and deletes them. */
function withFullDisk(
  code: FaultCase['code'],
  of: string,
  options: string,
  fill: (folder: string) => Promise<void>,
  message: RegExp,
): FaultCase {
  const folderOf = (scene: FaultScene) => join(scene.home, DOWNLOADS);
  return {
    ...{ code, of, skip, message },
    async make(scene) {
      await mountHome(scene, options);
      await mkdir(folderOf(scene), { mode: 0o700 });
      await fill(folderOf(scene));
    },
    async apply(scene, { command }) {
      assert.match(await scene.run(command ?? ''), new RegExp(scene.home));
      await rm(folderOf(scene), { recursive: true });
    },
  };
}

/** Fills a folder with one file of this size, in MB. */
function fillSpace(size: number): (folder: string) => Promise<void> {
  return (folder) => writeFile(join(folder, 'film'), Buffer.alloc(size * 1024 * 1024), { mode: 0o600 });
}

/** Fills a folder with files until there are as many, or the disk accepts no more. */
function fillFiles(count: number): (folder: string) => Promise<void> {
  return async (folder) => {
    for (let number = 0; number < count; number += 1) {
      const error = await writeFile(join(folder, String(number)), '', { mode: 0o600 }).catch(toCode);
      if (error === 'ENOSPC') return;
    }
    assert.fail(`the disk accepts ${count} files`);
  };
}

function toCode(error: NodeJS.ErrnoException): string | undefined {
  return error.code;
}

async function chooseAnotherHome(scene: FaultScene, { command, hint }: Finding): Promise<void> {
  assert.equal(command, null);
  assert.match(hint ?? '', /^Choose (?:a folder|another folder|a shorter one) with --home\.$/);
  scene.home = join(scene.folder, 'other');
}

const CASES: readonly FaultCase[] = [
  {
    code: 'home_not_a_folder',
    make: (scene) => writeFile(scene.home, ''),
    message: /home is a file$/,
    apply: chooseAnotherHome,
  },
  {
    code: 'home_not_a_folder',
    of: 'a folder above the home',
    async make(scene) {
      await writeFile(scene.home, '');
      scene.home = join(scene.home, 'a', 'b');
    },
    message: /home is a file$/,
    apply: chooseAnotherHome,
  },
  {
    code: 'not_a_home',
    skip: onPosix,
    async make(scene) {
      await scene.makeHome();
      await writeFile(join(scene.home, 'passwd'), '');
      await chmod(scene.home, 0o755);
    },
    message: /home is not a home of Guildhall$/,
    apply: chooseAnotherHome,
  },
  {
    code: 'not_a_home',
    of: 'a folder of root',
    skip,
    async make(scene) {
      await scene.makeHome();
      await writeFile(join(scene.home, 'passwd'), '');
      await chmod(scene.folder, 0o755);
      scene.through = AS_OTHER;
    },
    async apply(scene, { command }) {
      assert.equal(command, null);
      await scene.run(`chown -R ${OTHER_UID} ${scene.folder}`);
    },
  },
  {
    code: 'home_path_too_long',
    skip: onPosix,
    async make(scene) {
      scene.home = join(scene.folder, ...Array.from({ length: 10 }, () => 'a'.repeat(50)));
    },
    message: /^the path of the home is too long \(\d+ bytes, and at most 480 are possible\): /,
    apply: chooseAnotherHome,
  },
  {
    code: 'home_path_too_long',
    of: 'a name in it',
    skip: onPosix,
    async make(scene) {
      scene.home = join(scene.folder, 'a'.repeat(300));
    },
    message: /too long \(a name in it is\): /,
    apply: chooseAnotherHome,
  },
  {
    code: 'home_not_creatable',
    skip,
    async make(scene) {
      scene.through = WITHOUT_OVERRIDE;
      scene.home = join(scene.folder, 'closed', 'home');
      await mkdir(dirname(scene.home), { mode: 0o500 });
    },
    message: /permission denied/,
  },
  {
    code: 'home_of_another_user',
    skip,
    async make(scene) {
      await scene.write('log', '');
      await chmod(scene.folder, 0o755);
      scene.through = AS_OTHER;
      await scene.addProgram('id', `echo ${OTHER_UID}`);
    },
  },
  {
    code: 'home_of_another_user',
    of: 'a folder with a file that other programs have, too',
    use: 'person',
    skip,
    async make(scene) {
      await scene.write('configuration', '');
      await chmod(scene.folder, 0o755);
      scene.through = AS_OTHER;
    },
    async apply(scene, { command, hint }) {
      assert.equal(command, null, 'it is not made theirs');
      assert.equal(hint, 'Choose a home of your own with --home.');
      scene.home = join(scene.folder, 'other');
      await mkdir(scene.home, { mode: 0o700 });
      await chown(scene.home, OTHER_UID, OTHER_UID);
    },
  },
  {
    code: 'home_not_writable',
    skip,
    async make(scene) {
      await scene.makeHome();
      await chmod(scene.home, 0o500);
      scene.through = WITHOUT_OVERRIDE;
    },
  },
  {
    code: 'home_read_only',
    skip,
    make: (scene) => mountHome(scene, 'ro,size=1m'),
  },
  {
    code: 'home_read_only',
    of: 'a home that would be created on it',
    skip,
    async make(scene) {
      const parent = join(scene.folder, 'mounted');
      scene.home = join(parent, 'home');
      await mkdir(parent, { mode: 0o700 });
      await scene.run(`mount -t tmpfs -o mode=700,ro,size=1m tmpfs ${parent}`);
      scene.cleanUp(() => scene.run(`umount -l ${parent}`));
    },
  },
  {
    code: 'home_file_denied',
    skip,
    async make(scene) {
      await scene.write('log', '');
      await scene.write('account', '{}');
      await chown(scene.files.account, OTHER_UID, OTHER_UID);
      scene.through = WITHOUT_OVERRIDE;
    },
    message: /account\.json cannot be opened: .*permission denied/,
  },
  {
    code: 'home_readable',
    skip: onPosix,
    async make(scene) {
      await scene.write('log', '');
      await chmod(scene.home, 0o755);
    },
  },
  {
    code: 'file_readable',
    skip: onPosix,
    async make(scene) {
      await scene.write('account', '');
      await chmod(scene.files.account, 0o644);
    },
    message: /account\.json/,
  },
  withFullDisk('disk_full', 'no space', 'size=300m', fillSpace(290), / has \d+ MB left/),
  withFullDisk(
    'disk_full',
    'no more files',
    'size=300m,nr_inodes=100',
    fillFiles(200),
    /accepts no more files/,
  ),
  withFullDisk('disk_low', 'little space', 'size=300m', fillSpace(150), / has 1\d\d MB left/),
];

testFaults(CASES);
