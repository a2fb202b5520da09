import { buildAddon, buildSources } from './build.mjs';
import { installDependencies } from './dependencies.mjs';
import { requireNode } from './toolchain.mjs';

/**
 * Sets up what is missing to run: dependencies, native addon, build. Each step says that it runs; what is there is
 * left alone, and costs a look at the files' times.
 */
export function setUp({ force = false } = {}) {
  requireNode();
  installDependencies();
  buildAddon({ force });
  buildSources({ force });
}
