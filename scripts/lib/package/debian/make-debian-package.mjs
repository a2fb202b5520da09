import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { filesBelow } from '../../files.mjs';
import { has, run } from '../../run.mjs';
import { ARCHITECTURE, controlText, debianVersion } from './control.mjs';
import { maintainerScripts } from './maintainer-scripts.mjs';
import { addProgram } from './program.mjs';
import { addSystemFiles } from './system-files.mjs';
import { writeInto } from './write-into.mjs';

/** What can be executed. */
const PROGRAMS = /^usr\/bin\/|^usr\/lib\/guildhall\/bin\/|^DEBIAN\/(?:pre|post)/;
const HINT = 'The Debian package could not be made; what dpkg-deb says is above.';

/** Why no Debian package can be made here; null if one can. */
export function whyNoDebianPackage() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return 'it is made on Linux on x64';
  return has('dpkg-deb') ? null : 'dpkg-deb is missing';
}

/**
 * Packs a tree as a Debian package, with the Node.js that runs this script (docs/adr/0034). The same tree and date give the
 * same bytes.
 *
 * @param {string} tree
 * @param {object} release
 * @param {string} release.output folder of the package
 * @param {string} release.version
 * @param {Date} release.date
 * @param {string} release.glibc the oldest version that the native modules can use
 * @param {boolean} release.isAsBuilt whether speed counts more than size, for tests
 * @returns {string} the name of its file
 */
export function makeDebianPackage(tree, { output, version, date, glibc, isAsBuilt }) {
  const work = mkdtempSync(join(tmpdir(), 'guildhall-deb-'));
  try {
    const root = join(work, 'root');
    mkdirSync(join(root, 'usr/lib'), { recursive: true });
    cpSync(tree, join(root, 'usr/lib/guildhall'), { recursive: true });
    addProgram(root);
    addSystemFiles(root, { version, date });
    const installedKiB = Math.ceil(sizeBelow(root) / 1024);
    writeInto(root, 'DEBIAN/control', controlText({ version, glibc, installedKiB }));
    for (const [name, text] of Object.entries(maintainerScripts()))
      writeInto(root, `DEBIAN/${name}`, text, { mode: 0o755 });
    normalize(root, root, date);
    const name = `guildhall_${debianVersion(version)}_${ARCHITECTURE}.deb`;
    const compression = isAsBuilt ? ['-Zgzip', '-z1'] : ['-Zxz'];
    const flags = ['--root-owner-group', ...compression, '--build', root, join(output, name)];
    const env = { ...process.env, SOURCE_DATE_EPOCH: String(date.getTime() / 1000) };
    run('dpkg-deb', flags, HINT, { env, stdio: ['ignore', 'ignore', 'inherit'] });
    return name;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function sizeBelow(folder) {
  return filesBelow(folder).reduce((total, path) => total + statSync(path).size, 0);
}

/** Modes and times do not depend on who builds, when, and with which umask. */
function normalize(root, path, date) {
  if (statSync(path).isDirectory()) {
    chmodSync(path, 0o755);
    for (const name of readdirSync(path)) normalize(root, join(path, name), date);
  } else {
    chmodSync(path, PROGRAMS.test(relative(root, path)) ? 0o755 : 0o644);
  }
  utimesSync(path, date, date);
}
