import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Lists the packages of a project's lockfile that `node_modules` lacks or has in another version, e.g. `ws@8.23.0`.
 * Optional packages do not count: those of other platforms are never installed.
 */
export function findMissingPackages(root) {
  const { packages } = readJson(join(root, 'package-lock.json'));
  return Object.entries(packages)
    .filter(([path, { optional }]) => path !== '' && optional !== true)
    .filter(([path, { version }]) => installedVersion(join(root, path)) !== version)
    .map(([path, { version }]) => `${path.replace(/^.*node_modules\//, '')}@${version}`);
}

function installedVersion(folder) {
  const path = join(folder, 'package.json');
  return existsSync(path) ? readJson(path).version : null;
}

function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'));
}
