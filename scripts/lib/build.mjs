import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { basename } from 'node:path';
import { compileProject } from './compile-project.mjs';
import { filesBelow, fingerprint, isBuiltFrom, isStale, markBuilt } from './files.mjs';
import { ROOT, runTool, say } from './run.mjs';
import { requireCompiler } from './toolchain.mjs';

const ADDON = `${ROOT}build/Release/guildhall.node`;
const ADDON_STAMP = `${ROOT}build/.built`;
const PAGE = `${ROOT}src/control/page`;
const BUILT_PAGE = `${ROOT}dist/control/page`;

/** Compiles the native addon where it is missing or its sources are others. */
export function buildAddon({ force = false } = {}) {
  const sources = [`${ROOT}binding.gyp`, ...filesBelow(`${ROOT}native`)];
  const wanted = fingerprint(sources);
  if (!force && isAddonBuilt(sources, wanted)) return;
  requireCompiler();
  say('compiling the native addon (node-gyp)');
  const hint = 'The native addon could not be compiled; what the compiler says stands above.';
  runTool('node-gyp/bin/node-gyp.js', ['rebuild', '--loglevel=warn'], hint);
  markBuilt(ADDON_STAMP, wanted);
}

function isAddonBuilt(sources, wanted) {
  if (existsSync(ADDON_STAMP)) return existsSync(ADDON) && isBuiltFrom(ADDON_STAMP, wanted);
  // npm compiles it with the dependencies, and knows of no stamp.
  if (isStale(ADDON, sources)) return false;
  markBuilt(ADDON_STAMP, wanted);
  return true;
}

/** Compiles the daemon into `dist`, and puts the files of the console page beside it. */
export function buildSources({ force = false } = {}) {
  compileProject({ name: 'Guildhall', source: `${ROOT}src`, output: `${ROOT}dist`, force });
  const pageFiles = filesBelow(PAGE).filter((path) => !path.endsWith('tsconfig.json'));
  mkdirSync(BUILT_PAGE, { recursive: true });
  for (const path of pageFiles) {
    copyFileSync(path, `${BUILT_PAGE}/${basename(path)}`);
  }
}

/** Compiles the tests into `.test-build`. */
export function buildTests() {
  compileProject({ name: 'the tests', source: `${ROOT}test`, output: `${ROOT}.test-build` });
}
