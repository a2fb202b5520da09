import { addonBuild, buildSources } from './build.mjs';
import { bundleClient } from './bundle/bundle-client.mjs';
import { bundlePrograms } from './bundle/bundle-programs.mjs';
import { recordCodeCaches } from './bundle/code-caches.mjs';
import { unpackDependencies } from './dependencies.mjs';
import { buildReference } from './docs/html/build-reference.mjs';
import { ROOT } from './run.mjs';
import { runTogether } from './run-together.mjs';
import { requireNode } from './toolchain.mjs';

/**
 * Sets up what is missing to run: dependencies, native addon, build. Each step says that it runs; what is there is left
 * alone, and costs a look at the files. The addon and the TypeScript projects are compiled at the same time as native
 * packages, of which sqlite3 takes longest: a minute on one processor.
 *
 * @param {object} [options]
 * @param {boolean} [options.force] whether to build again what is there
 * @param {boolean} [options.withTests] whether the tests are compiled, too, where native code is
 */
export async function setUp({ force = false, withTests = false } = {}) {
  requireNode();
  const packages = await unpackDependencies();
  const addon = addonBuild({ force });
  const native = [...packages.compile, ...addon.compile];
  const typeScript = native.length === 0 || force ? [] : [typeScriptStep(withTests)];
  await runTogether('compiling', [...native, ...typeScript]);
  packages.finish();
  addon.finish();
  buildSources({ force });
  bundleClient();
  await buildReference();
  await bundlePrograms();
  await recordCodeCaches();
}

/** What is compiled by this step is found to be up to date afterwards. */
function typeScriptStep(withTests) {
  const program = `${ROOT}scripts/lib/compile-typescript.mjs`;
  return {
    name: withTests ? 'Guildhall and its tests' : 'Guildhall',
    command: process.execPath,
    args: withTests ? [program, '--tests'] : [program],
    hint: 'It does not compile; see the compiler messages above.',
  };
}
