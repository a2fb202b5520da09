import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { bundlePackage } from './bundle/bundle-package.mjs';
import { compileProject } from './compile-project.mjs';
import { filesBelow, fingerprint, isBuiltFrom, isStale, markBuilt } from './files.mjs';
import { ROOT } from './run.mjs';
import { requireCompiler } from './toolchain.mjs';

const ADDON = `${ROOT}build/Release/guildhall.node`;
const ADDON_STAMP = `${ROOT}build/.built`;
const PAGE = `${ROOT}src/control/page`;
const BUILT_PAGE = `${ROOT}dist/control/page`;

/**
 * How to compile the native addon, where it is missing or its sources have changed.
 *
 * @returns {{ compile: import('./run-together.mjs').Step[], finish: () => void }} what compiles it, to be run before
 *   `finish`, which keeps what it was compiled from
 */
export function addonBuild({ force = false } = {}) {
  const sources = [`${ROOT}binding.gyp`, ...filesBelow(`${ROOT}native`)];
  const wanted = fingerprint(sources);
  const finish = () => markBuilt(ADDON_STAMP, wanted);
  if (!force && existsSync(ADDON)) {
    if (isBuiltFrom(ADDON_STAMP, wanted)) return { compile: [], finish: () => {} };
    // npm compiles it, too, and knows of no stamp.
    if (!existsSync(ADDON_STAMP) && !isStale(ADDON, sources)) return { compile: [], finish };
  }
  requireCompiler();
  const step = {
    name: 'the native addon',
    command: process.execPath,
    args: [`${ROOT}node_modules/node-gyp/bin/node-gyp.js`, 'rebuild', '--loglevel=warn', '--jobs=max'],
    hint: 'The native addon could not be compiled; see the compiler messages above.',
  };
  return { compile: [step], finish };
}

/** Compiles the daemon into `dist`, with the files of the console page and the packages that are bundled for it. */
export function buildSources({ force = false } = {}) {
  compileProject({ name: 'Guildhall', source: `${ROOT}src`, output: `${ROOT}dist`, force });
  // 680 modules, which every process of the daemon and the CLI would load.
  bundlePackage('typebox');
  const pageFiles = filesBelow(PAGE).filter((path) => !path.endsWith('tsconfig.json'));
  mkdirSync(BUILT_PAGE, { recursive: true });
  for (const path of pageFiles) copyIfChanged(path, `${BUILT_PAGE}/${basename(path)}`);
}

/** A checkout that is built may be one that its user must not write to. */
function copyIfChanged(path, copy) {
  if (existsSync(copy) && readFileSync(copy).equals(readFileSync(path))) return;
  copyFileSync(path, copy);
}

/** Compiles the tests into `.test-build`. */
export function buildTests() {
  compileProject({ name: 'the tests', source: `${ROOT}test`, output: `${ROOT}.test-build` });
}
