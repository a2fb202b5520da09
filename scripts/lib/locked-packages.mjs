import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A package of the lockfile.
 *
 * @typedef {object} LockedPackage
 * @property {string} name
 * @property {string} version
 * @property {boolean} isOfTests whether only tests and the linter need it
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
  return readPackages(root).map(([path, { version, hasInstallScript = false, dev, devOptional }]) => ({
    name: path.replace(/^.*node_modules\//, ''),
    version,
    isOfTests: Boolean(dev || devOptional),
    isCompiled: hasInstallScript,
    isMissing: installedVersion(join(root, path)) !== version,
  }));
}

/** What compiles TypeScript and bundles; what compiles native modules is needed elsewhere, too. */
const BUILD_TOOLS = /^node_modules\/(?:typescript|esbuild|@types\/[^/]+|undici-types)$/;

/**
 * Lists the packages that the built project needs to run, and those that compile its native modules, as folders below it.
 * Nested ones are listed, too.
 */
export function listRuntimePackages(root) {
  return readPackages(root)
    .filter(([path, { dev, devOptional }]) => !dev && !devOptional && !BUILD_TOOLS.test(path))
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
