import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A package of the lockfile.
 *
 * @typedef {object} LockedPackage
 * @property {string} name
 * @property {string} version
 * @property {boolean} isCompiled whether a script has to run after it was unpacked
 * @property {boolean} isMissing whether `node_modules` lacks it or has another version of it
 */

/**
 * Lists the packages of a project's lockfile. Optional packages do not count: those of other platforms are never
 * installed.
 *
 * @param {string} root
 * @returns {LockedPackage[]}
 */
export function listPackages(root) {
  return readPackages(root).map(([path, { version, hasInstallScript = false }]) => ({
    name: path.replace(/^.*node_modules\//, ''),
    version,
    isCompiled: hasInstallScript,
    isMissing: installedVersion(join(root, path)) !== version,
  }));
}

/** Lists the packages that the project needs to run or to be compiled, as folders below it. Nested ones are listed, too. */
export function listRuntimePackages(root) {
  return readPackages(root)
    .filter(([, { dev, devOptional }]) => !dev && !devOptional)
    .map(([path]) => path);
}

function readPackages(root) {
  const { packages } = readJson(join(root, 'package-lock.json'));
  return Object.entries(packages).filter(([path, { optional }]) => path !== '' && optional !== true);
}

function installedVersion(folder) {
  const path = join(folder, 'package.json');
  return existsSync(path) ? readJson(path).version : null;
}

function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'));
}
