import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { bundleClient } from './bundle/bundle-client.mjs';
import { bundlePackage } from './bundle/bundle-package.mjs';
import { bundlePrograms } from './bundle/bundle-programs.mjs';
import { compileProject } from './compile-project.mjs';
import { buildReference } from './docs/html/build-reference.mjs';
import { filesBelow, fingerprint, isBuiltFrom, isStale, markBuilt } from './files.mjs';
import { nodeDirFlag } from './node-headers.mjs';
import { PrebuiltCache } from './prebuilt/prebuilt-cache.mjs';
import { ROOT, say } from './run.mjs';
import { requireCompiler } from './toolchain.mjs';

const ADDON = `${ROOT}build/Release/guildhall.node`;
const ADDON_STAMP = `${ROOT}build/.built`;
/** Its name among the packages that were compiled before. */
const CACHED_ADDON = 'guildhall';
const PAGE = `${ROOT}src/control/page`;
const BUILT_PAGE = `${ROOT}dist/control/page`;

/**
 * How to compile the native addon, where it is missing or its sources have changed.
 *
 * @returns {{ compile: import('./run-together.mjs').Step[], finish: () => void }} what compiles it, to be run before
 *   `finish`, which keeps what it was compiled from
 */
export function addonBuild({ force = false } = {}) {
  const sources = addonSources();
  const wanted = fingerprint(sources);
  const finish = () => markBuilt(ADDON_STAMP, wanted);
  if (!force && existsSync(ADDON)) {
    if (isBuiltFrom(ADDON_STAMP, wanted)) return { compile: [], finish: () => {} };
    // npm compiles it, too, and knows of no stamp.
    if (!existsSync(ADDON_STAMP) && !isStale(ADDON, sources)) return { compile: [], finish };
  }
  const cache = addonCache();
  if (!force && cache.restore(CACHED_ADDON, ROOT)) {
    say('the native addon: compiled before on this machine');
    return { compile: [], finish };
  }
  requireCompiler();
  const step = {
    name: 'the native addon',
    command: process.execPath,
    args: [
      ...[`${ROOT}node_modules/node-gyp/bin/node-gyp.js`, 'rebuild', '--loglevel=warn', '--jobs=max'],
      ...nodeDirFlag(),
    ],
    hint: 'The native addon could not be compiled; see the compiler messages above.',
  };
  const keep = () => {
    keepAddon();
    finish();
  };
  return { compile: [step], finish: keep };
}

/** Keeps the addon as it is built for other checkouts of the same sources. */
export function keepAddon() {
  addonCache().save(CACHED_ADDON, ROOT);
}

function addonSources() {
  return [`${ROOT}binding.gyp`, ...filesBelow(`${ROOT}native`)];
}

/** What was compiled from these sources with these packages. */
function addonCache() {
  return new PrebuiltCache(`${fingerprint(addonSources())} ${fingerprint([`${ROOT}package-lock.json`])}`);
}

/** Compiles the daemon into `dist`, with the files of the console page and the packages that are bundled for it. */
export function buildSources({ force = false } = {}) {
  compileProject({ name: 'Guildhall', source: `${ROOT}src`, output: `${ROOT}dist`, force });
  // 680 modules, which every process of the daemon and the CLI would load.
  bundlePackage('typebox');
  copyPage();
}

/** Compiles and bundles all that is made of TypeScript and runs. */
export async function buildPrograms({ force = false } = {}) {
  buildSources({ force });
  bundleClient();
  await buildReference();
  await bundlePrograms();
}

/** All files are served, so those of an earlier build that are gone from the source are removed. */
function copyPage() {
  const paths = filesBelow(PAGE)
    .map((path) => relative(PAGE, path))
    .filter((path) => path !== 'tsconfig.json');
  for (const path of paths) copyIfChanged(`${PAGE}/${path}`, `${BUILT_PAGE}/${path}`);
  const built = filesBelow(BUILT_PAGE).map((path) => relative(BUILT_PAGE, path));
  for (const path of built) if (!paths.includes(path)) rmSync(`${BUILT_PAGE}/${path}`);
}

/** A checkout that is built may be one that its user must not write to. */
function copyIfChanged(path, copy) {
  if (existsSync(copy) && readFileSync(copy).equals(readFileSync(path))) return;
  mkdirSync(dirname(copy), { recursive: true });
  copyFileSync(path, copy);
}

/** Compiles the tests into `.test-build`. */
export function buildTests() {
  compileProject({ name: 'the tests', source: `${ROOT}test`, output: `${ROOT}.test-build` });
}
