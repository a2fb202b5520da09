import { addonBuild, buildPrograms, buildSources } from './build.mjs';
import { recordCodeCaches } from './bundle/code-caches.mjs';
import { SQLITE, unpackDependencies } from './dependencies.mjs';
import { ROOT, say } from './run.mjs';
import { runTogether } from './run-together.mjs';
import { requireNode } from './toolchain.mjs';

/**
 * Sets up what is missing to run: dependencies, native addon, build. Each step says that it runs; what is there is left
 * alone, and costs a look at the files. The addon and the TypeScript projects are compiled at the same time as native
 * packages, on what sqlite3 leaves of the processors.
 *
 * @param {object} [options]
 * @param {boolean} [options.force] whether to build again what is there
 * @param {boolean} [options.withTests] whether the packages of the tests are installed, too, and the tests compiled where
 *   native code is
 * @param {boolean} [options.bundles] whether programs are bundled and the reference is made; without it the modules are there
 * @param {boolean} [options.startsDaemon] whether a start of the daemon is prepared, which takes as long as two of them
 */
export async function setUp({
  force = false,
  withTests = false,
  bundles = true,
  startsDaemon = bundles,
} = {}) {
  requireNode();
  const packages = await unpackDependencies({ withTests });
  const addon = addonBuild({ force });
  const native = [...packages.compile, ...addon.compile];
  if (packages.compile.length > 0) say('compiling what is needed takes a few minutes the first time');
  const typeScript = native.length === 0 || force ? [] : [typeScriptStep(withTests)];
  await runTogether('compiling', [...native, ...typeScript], { longest: SQLITE });
  packages.finish();
  addon.finish();
  if (bundles) await buildPrograms({ force });
  else buildSources({ force });
  if (startsDaemon) await recordCodeCaches();
}

/** What is compiled by this step is found to be up to date afterwards. */
function typeScriptStep(withTests) {
  const program = `${ROOT}scripts/lib/build-typescript.mjs`;
  return {
    name: withTests ? 'Guildhall and its tests' : 'Guildhall',
    command: process.execPath,
    args: withTests ? [program, '--tests'] : [program],
    hint: 'It does not compile; see the compiler messages above.',
  };
}
