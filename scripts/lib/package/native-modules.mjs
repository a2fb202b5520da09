import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { filesBelow, fingerprint } from '../files.mjs';
import { listLoadedFiles, OUTPUT } from '../prebuilt/loaded-files.mjs';
import { relocateModules } from '../prebuilt/relocate-module.mjs';
import { has, ROOT, StepError } from '../run.mjs';
import { writeJson } from './write-json.mjs';

/** What is compiled and has native modules that the programs load, below the project's folder. */
const COMPILED = ['.', 'node_modules/sqlite3', 'node_modules/naudiodon'];
/** The module of uiohook-napi, which has a name and a place of its own in that package. */
export const UIOHOOK = 'uiohook-napi.node';
/** Modules that must be there. */
const REQUIRED = ['guildhall.node', 'node_sqlite3.node', 'naudiodon.node', UIOHOOK];
const MANIFEST = 'manifest.json';

const require = createRequire(import.meta.url);
export const { platformName } = require('./contents/load-prebuilt.cjs');

/**
 * The native modules for one platform.
 *
 * @typedef {object} Prebuilt
 * @property {string} name of the platform, e.g. `linux-x64-glibc`
 * @property {string} folder
 * @property {string | null} glibc the oldest version that has what they need, e.g. `2.29`; null: they need none
 */

/**
 * Collects what was compiled in a project's folder for this platform, without symbols and without its path.
 *
 * @param {string} root with a slash at its end
 * @param {string} output the folder of all platforms
 * @returns {Prebuilt}
 */
export function collectNativeModules(root, output) {
  const name = platformName();
  const folder = join(output, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const from of COMPILED) copyLoaded(join(root, from, OUTPUT), folder);
  copyUiohook(`${root}node_modules/uiohook-napi`, join(folder, UIOHOOK));
  const files = readdirSync(folder);
  const missing = REQUIRED.filter((file) => !files.includes(file));
  if (missing.length > 0) throw new StepError(`${missing.join(', ')} missing in ${root}: npm run setup`);
  if (process.platform === 'linux') finishElf(folder, files);
  const glibc = neededGlibc(files.map((file) => join(folder, file)));
  markPrebuilt(folder, glibc);
  return { name, folder, glibc };
}

/** Says in the folder of a platform what its modules were compiled from. @param {string | null} glibc as in `Prebuilt` */
export function markPrebuilt(folder, glibc) {
  writeJson(join(folder, MANIFEST), { builtFrom: nativeSources(), glibc });
}

/** Lists the platforms whose modules are in a folder. @throws {StepError} if some are of sources other than these */
export function listPrebuilt(output) {
  return readdirSync(output).map((name) => {
    const folder = join(output, name);
    const { builtFrom, glibc } = JSON.parse(readFileSync(join(folder, MANIFEST), 'utf8'));
    if (builtFrom !== nativeSources())
      throw new StepError(`${folder} was compiled from other sources; remove it or compile it again`);
    return { name, folder, glibc };
  });
}

/** The files of a platform that are loaded. */
export function loadedFiles({ folder }) {
  return listLoadedFiles(folder);
}

function copyLoaded(from, folder) {
  for (const file of listLoadedFiles(from)) copyFileSync(join(from, file), join(folder, file));
}

/** As it was compiled here, or else by the authors of uiohook-napi. */
function copyUiohook(from, target) {
  const compiled = join(from, OUTPUT, 'uiohook_napi.node');
  const shipped = join(from, 'prebuilds', `${process.platform}-${process.arch}`, UIOHOOK);
  copyFileSync(existsSync(compiled) ? compiled : shipped, target);
}

function finishElf(folder, files) {
  relocateModules(folder);
  if (has('strip')) spawnSync('strip', ['--strip-unneeded', ...files], { cwd: folder });
}

/** The version of glibc that the modules of all platforms need; null: none of them needs it. */
export function highestGlibc(prebuilt) {
  return highestVersion(prebuilt.flatMap(({ glibc }) => glibc ?? []));
}

/** The highest version of glibc's symbols that files refer to. */
function neededGlibc(paths) {
  const versions = paths.flatMap((path) =>
    [...readFileSync(path, 'latin1').matchAll(/\0GLIBC_(\d+\.\d+)/g)].map(([, version]) => version),
  );
  return highestVersion(versions);
}

function highestVersion(versions) {
  return versions.sort((a, b) => toNumber(a) - toNumber(b)).at(-1) ?? null;
}

/** 2.4 is older than 2.28. */
function toNumber(version) {
  const [major, minor] = version.split('.').map(Number);
  return major * 1000 + minor;
}

/** Identifies what the native modules of all platforms are compiled from. */
export function nativeSources() {
  return fingerprint([`${ROOT}package-lock.json`, `${ROOT}binding.gyp`, ...filesBelow(`${ROOT}native`)]);
}
