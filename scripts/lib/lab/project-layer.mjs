import { chmodSync, copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { relative } from 'node:path';
import { filesBelow } from '../files.mjs';
import { listRuntimePackages } from '../locked-packages.mjs';
import { relocateModules } from '../prebuilt/relocate-module.mjs';
import { ROOT, run } from '../run.mjs';
import { packTree } from './pack-tree.mjs';

/** Where the project stands in the guest. */
const HOME = 'opt/guildhall';

/** Neither sources nor declarations nor documents, which nothing reads that runs. */
const NEEDLESS_FILE = /\.(?:[cm]?ts|map|md|cc?|h|o|a|tar\.gz)$/;
/** What compiling left behind, and the packages' own tests. */
const NEEDLESS_FOLDER =
  /\/(?:obj\.target|\.deps|sqlite3\/deps|node_modules\/(?:@[^/]+\/)?[^/]+\/(?:docs|test))$/;

/**
 * Packs what changes with the project: Node.js, Guildhall, its packages, its tests, the makers of devices.
 *
 * @param {string[]} tests the guest's test files to include
 */
export function packProjectLayer(archive, tests) {
  const work = mkdtempSync(`${tmpdir()}/guildhall-lab-`);
  const home = `${work}/${HOME}`;
  try {
    // It becomes the guest's root, which is not root's alone.
    chmodSync(work, 0o755);
    for (const folder of ['usr/local/bin', 'etc/systemd/system', `${HOME}/build/Release`]) {
      mkdirSync(`${work}/${folder}`, { recursive: true });
    }
    copyFileSync(`${ROOT}test/lab/init.sh`, `${work}/init`);
    chmodSync(`${work}/init`, 0o755);
    copyFileSync(process.execPath, `${work}/usr/local/bin/node`);
    copyFileSync(`${ROOT}test/lab/guildhall-lab.service`, `${work}/etc/systemd/system/guildhall-lab.service`);
    copyFileSync(`${ROOT}package.json`, `${home}/package.json`);
    copyFileSync(`${ROOT}build/Release/guildhall.node`, `${home}/build/Release/guildhall.node`);
    for (const folder of ['dist', '.test-build'])
      cpSync(`${ROOT}${folder}`, `${home}/${folder}`, { recursive: true, filter: isNeeded });
    leaveOutTests(`${home}/.test-build/`, tests);
    for (const path of listRuntimePackages(ROOT)) {
      if (path.startsWith('node_modules/node-gyp')) continue;
      cpSync(`${ROOT}${path}`, `${home}/${path}`, { recursive: true, filter: isNeeded });
    }
    relocateModules(`${home}/node_modules/naudiodon/build/Release`);
    compileDevices(`${home}/lab-devices`);
    packTree(work, archive);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function leaveOutTests(folder, tests) {
  const kept = new Set(tests.map((path) => relative(`${ROOT}.test-build/`, path)));
  const packed = filesBelow(folder).filter((path) => path.endsWith('.guest.js'));
  for (const path of packed) if (!kept.has(relative(folder, path))) rmSync(path);
}

function isNeeded(path) {
  return !NEEDLESS_FILE.test(path) && !NEEDLESS_FOLDER.test(path);
}

/** Compiles the program that makes devices, whole in itself: the guest's libraries may be older. */
function compileDevices(output) {
  const flags = ['-std=c++17', '-Wall', '-Wextra', '-Werror', '-O1', '-static'];
  run('g++', [...flags, '-o', output, `${ROOT}test/lab/devices/main.cc`], 'The lab needs g++.');
}
