import { addonBuild, buildSources } from './build.mjs';
import { unpackDependencies } from './dependencies.mjs';
import { runTogether } from './run-together.mjs';
import { requireNode } from './toolchain.mjs';

/**
 * Sets up what is missing to run: dependencies, native addon, build. Each step says that it runs; what is there is left
 * alone, and costs a look at the files. The addon is compiled at the same time as native packages, of which sqlite3
 * takes longest.
 */
export async function setUp({ force = false } = {}) {
  requireNode();
  const packages = await unpackDependencies();
  const addon = addonBuild({ force });
  await runTogether('compiling', [...packages.compile, ...addon.compile]);
  packages.finish();
  addon.finish();
  buildSources({ force });
}
