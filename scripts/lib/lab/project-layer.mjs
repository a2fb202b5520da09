import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { relative } from 'node:path';
import { filesBelow } from '../files.mjs';
import { ROOT, run, StepError } from '../run.mjs';
import { packTree } from './pack-tree.mjs';

/** Where the project stands in the guest. */
const HOME = 'opt/guildhall';
const NODE_MODULES = `${ROOT}node_modules`;

/** Neither sources nor declarations nor documents, which nothing reads that runs. */
const NEEDLESS_FILE = /\.(?:[cm]?ts|map|md|cc?|h|o|a|tar\.gz)$/;
/** What compiling left behind, and the packages' own tests. */
const NEEDLESS_FOLDER =
  /\/(?:obj\.target|\.deps|sqlite3\/deps|node_modules\/(?:@[^/]+\/)?[^/]+\/(?:docs|test))$/;

/**
 * Packs what changes with the project: Node.js, Guildhall, its packages, its tests, the makers of devices.
 *
 * @param {string[]} wanted texts that the path of a guest's test file holds one of; all files if there are none
 */
export function packProjectLayer(archive, wanted) {
  const work = mkdtempSync(`${tmpdir()}/guildhall-lab-`);
  const home = `${work}/${HOME}`;
  try {
    // It becomes the guest's root, which is not root's alone.
    chmodSync(work, 0o755);
    for (const folder of ['usr/local/bin', 'etc/systemd/system', `${HOME}/build/Release`]) {
      mkdirSync(`${work}/${folder}`, { recursive: true });
    }
    symlinkSync('usr/lib/systemd/systemd', `${work}/init`);
    copyFileSync(process.execPath, `${work}/usr/local/bin/node`);
    copyFileSync(`${ROOT}test/lab/guildhall-lab.service`, `${work}/etc/systemd/system/guildhall-lab.service`);
    copyFileSync(`${ROOT}package.json`, `${home}/package.json`);
    copyFileSync(`${ROOT}build/Release/guildhall.node`, `${home}/build/Release/guildhall.node`);
    for (const folder of ['dist', '.test-build'])
      cpSync(`${ROOT}${folder}`, `${home}/${folder}`, { recursive: true, filter: isNeeded });
    leaveOutTests(`${home}/.test-build/lab/guest`, wanted);
    for (const path of productionPackages()) {
      cpSync(`${NODE_MODULES}/${path}`, `${home}/node_modules/${path}`, {
        recursive: true,
        filter: isNeeded,
      });
    }
    compileDevices(`${home}/lab-devices`);
    packTree(work, archive);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function leaveOutTests(folder, wanted) {
  const tests = filesBelow(folder).filter((path) => path.endsWith('.guest.js'));
  const kept = tests.filter(
    (path) => wanted.length === 0 || wanted.some((text) => relative(folder, path).includes(text)),
  );
  if (kept.length === 0) throw new StepError(`no test of the lab matches ${wanted.join(' ')}`);
  for (const path of tests) if (!kept.includes(path)) rmSync(path);
}

/** Folders below `node_modules` of the packages that Guildhall needs to run. */
function productionPackages() {
  const { stdout } = spawnSync('npm', ['ls', '--omit=dev', '--all', '--parseable'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  const marker = '/node_modules/';
  const paths = stdout
    .split('\n')
    .filter((path) => path.includes(marker))
    .map((path) => path.slice(path.indexOf(marker) + marker.length))
    .filter((path) => !path.startsWith('node-gyp'));
  if (paths.length === 0) throw new StepError('npm does not say which packages are needed to run');
  return paths;
}

/** Nested packages are listed by themselves. */
function isNeeded(path) {
  return !NEEDLESS_FILE.test(path) && !NEEDLESS_FOLDER.test(path);
}

/** Compiles the program that makes devices, whole in itself: the guest's libraries may be older. */
function compileDevices(output) {
  const flags = ['-std=c++17', '-Wall', '-Wextra', '-Werror', '-O1', '-static'];
  run('g++', [...flags, '-o', output, `${ROOT}test/lab/devices/main.cc`], 'The lab needs g++.');
}
