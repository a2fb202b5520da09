import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { filesBelow, isStale, removeOrphans } from './files.mjs';
import { ROOT, runTool, say } from './run.mjs';
import { requireCompiler } from './toolchain.mjs';

const ADDON = `${ROOT}build/Release/guildhall.node`;
const PAGE = `${ROOT}src/control/page`;
const BUILT_PAGE = `${ROOT}dist/control/page`;

/** Compiles the native addon where it is missing or its sources are newer. */
export function buildAddon({ force = false } = {}) {
  const sources = [`${ROOT}binding.gyp`, ...filesBelow(`${ROOT}native`)];
  if (!force && !isStale(ADDON, sources)) return;
  requireCompiler();
  say('compiling the native addon (node-gyp)');
  const mend = 'The native addon could not be compiled; what the compiler says stands above.';
  runTool('node-gyp/bin/node-gyp.js', ['rebuild', '--loglevel=warn'], mend);
}

/** Compiles TypeScript where sources are newer, and puts the files of the console page beside it. */
export function buildSources({ force = false } = {}) {
  compile({ name: 'Guildhall', project: ROOT, source: `${ROOT}src`, output: `${ROOT}dist`, force });
  const pageFiles = filesBelow(PAGE).filter((path) => !path.endsWith('tsconfig.json'));
  mkdirSync(BUILT_PAGE, { recursive: true });
  for (const path of pageFiles) {
    const built = `${BUILT_PAGE}/${basename(path)}`;
    if (isStale(built, [path])) copyFileSync(path, built);
  }
}

/** Compiles the tests into `.test-build`. */
export function buildTests() {
  compile({ name: 'the tests', project: `${ROOT}test`, source: `${ROOT}test`, output: `${ROOT}.test-build` });
}

function compile({ name, project, source, output, force = false }) {
  const stamp = `${output}/.built`;
  const sources = [`${ROOT}tsconfig.json`, `${ROOT}package-lock.json`, ...filesBelow(source)];
  removeOrphans(output, source);
  if (!force && !isStale(stamp, sources)) return;
  say(`compiling ${name} (tsc)`);
  // Its memory of the last build does not notice files that were removed from the output by hand.
  if (force) rmSync(`${output}/.tsbuildinfo`, { force: true });
  runTool('typescript/bin/tsc', ['-p', project], 'It does not compile; what the compiler says stands above.');
  writeFileSync(stamp, '');
}
